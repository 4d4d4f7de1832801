/** Lines of a script for one node; `why`: what differs from the run in Errand. */
export interface Lines {
  readonly lines: readonly string[];
  readonly why?: string | undefined;
  /** Why there are no lines. */
  readonly skipped?: string;
}
