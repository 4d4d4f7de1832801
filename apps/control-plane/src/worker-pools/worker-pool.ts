/** Workers that the operator gave one token, for the accounts of these labels. */
export interface WorkerPool {
  readonly name: string;
  /** Labels of the accounts that its workers may serve; `default` stands for those without one. Never empty. */
  readonly labels: readonly string[];
  /** What a person recognises the token by. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** When the token was replaced last. */
  readonly rotatedAt: Date | null;
  /** Since then no worker gets in. */
  readonly revokedAt: Date | null;
}

export interface NewWorkerPool extends WorkerPool {
  /** The only time that the token itself is seen. */
  readonly token: string;
}
