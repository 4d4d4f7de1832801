/** How much may be stored, unless the operator gave the account a limit of its own. Undefined: any amount. */
export interface StorageLimits {
  /** Files and steps of one attempt, in bytes. */
  readonly attemptBytes?: number | undefined;
  readonly attemptFiles?: number | undefined;
  /** All that one account stores, in bytes. */
  readonly accountBytes?: number | undefined;
  /** All that all accounts store, in bytes. */
  readonly installationBytes?: number | undefined;
}

/** What an account stores, and may store, in bytes. */
export interface StorageUse {
  readonly usedBytes: number;
  /** Null: any number. */
  readonly limitBytes: number | null;
}
