/** A place where the tables disagree with each other. */
export interface Deviation {
  readonly kind: string;
  /** A fault is repaired; a notice may be right, and passes by itself. */
  readonly severity: 'fault' | 'notice';
  /** What it is about, such as `login_queue_id`. */
  readonly ids: Readonly<Record<string, string | number | null>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly found: Readonly<Record<string, unknown>>;
  /** What a repair does, in a sentence. */
  readonly repair: string;
}

/** One kind of deviation and the SELECT that finds it. */
export interface QueueCheck extends Pick<Deviation, 'kind' | 'severity' | 'repair'> {
  /** Answers `ids`, `expected` and `found` as jsonb. */
  readonly sql: string;
}
