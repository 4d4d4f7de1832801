/** A request that has ended. */
export interface ServedRequest {
  readonly method: string;
  /** Path in the API document, such as `/api/v1/tasks/{task_id}`; never the path that was sent. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}
