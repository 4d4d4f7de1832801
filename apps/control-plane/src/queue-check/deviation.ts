/** A place where the tables disagree with each other. */
export interface Deviation {
  readonly kind: string;
  /** A fault is repaired; a notice may be legitimate and disappears by itself. */
  readonly severity: 'fault' | 'notice';
  /** Ids of the affected rows, such as `login_queue_id`. */
  readonly ids: Readonly<Record<string, string | number | null>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly found: Readonly<Record<string, unknown>>;
  /** What the repair does, in a sentence. */
  readonly repair: string;
}
