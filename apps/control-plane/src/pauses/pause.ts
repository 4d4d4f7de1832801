/** What an operator pauses: an account, one of its portals, or one of its login queues. */
export type PauseTarget = { readonly accountId: string } & (
  | { readonly portal?: undefined; readonly loginQueue?: undefined }
  /** Its origin. */
  | { readonly portal: string; readonly loginQueue?: undefined }
  /** Key of the login queue, as `GET /api/v1/tasks/{id}/queue` shows it. */
  | { readonly portal?: undefined; readonly loginQueue: string }
);

/** Who paused the target, why and when, and when the pause ends. As stored. */
export interface Pause {
  readonly by: string;
  readonly reason: string;
  /** ISO 8601 in UTC, like expires_at. */
  readonly at: string;
  /** Null: until somebody resumes it. */
  readonly expires_at: string | null;
}

/** A pause with its target. */
export interface ListedPause {
  readonly account_id: string;
  readonly account: string;
  readonly portal: string | null;
  readonly login_queue: string | null;
  readonly pause: Pause;
}
