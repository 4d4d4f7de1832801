/** A guarantee of the service that the history violates. */
export interface Violation {
  readonly rule: string;
  /** What happened, with the IDs to find it in the history. */
  readonly text: string;
}
