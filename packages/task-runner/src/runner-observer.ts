/** Learns what a worker does, for its metrics, but never a value that users choose. */
export interface RunnerObserver {
  /** A browser is ready for a task this long after its start began. */
  readonly browserStarted: (milliseconds: number) => void;
  /**
   * `closed` by the worker, `start_failed`, or the error class of what ended it, such as
   * `browser_crashed` or `limit_exceeded`.
   */
  readonly browserEnded: (reason: string) => void;
  /** A step of this kind ended. Skipped steps are left out. */
  readonly stepEnded: (kind: string, milliseconds: number) => void;
  /** An automation ran for this long, however it ended. */
  readonly runEnded: (milliseconds: number) => void;
}
