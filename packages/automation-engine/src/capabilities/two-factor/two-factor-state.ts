/** What the steps of a run share about one-time codes. */
export interface TwoFactorState {
  /**
   * Start of the last interaction, which may have requested the code; before the first one, the
   * start of the run.
   */
  windowStart: Date;
  /** Messages whose code has already been used. */
  readonly usedMessageIds: Set<string>;
}
