/** Workers that share a token from the operator and serve accounts with these labels. */
export interface WorkerPool {
  readonly name: string;
  /**
   * Labels of the accounts that its workers may serve; `default` stands for accounts without one.
   * Never empty.
   */
  readonly labels: readonly string[];
  /** The start of the token, by which people recognise it. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** When the token was last replaced. */
  readonly rotatedAt: Date | null;
  /** From this time on, no worker is admitted. */
  readonly revokedAt: Date | null;
}

export interface NewWorkerPool extends WorkerPool {
  /** The token itself, shown only once. */
  readonly token: string;
}
