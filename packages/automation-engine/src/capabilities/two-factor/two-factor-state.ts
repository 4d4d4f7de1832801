/** What steps of one run know of codes. */
export interface TwoFactorState {
  /** When the last interaction began, which may have sent for the code; before one, when the run did. */
  windowStart: Date;
  /** Messages whose code was taken: it is used up. */
  readonly usedMessageIds: Set<string>;
}
