/** A promise of the service that the history shows broken. */
export interface Violation {
  readonly rule: string;
  /** What happened, with the ids by which to find it in the history. */
  readonly text: string;
}
