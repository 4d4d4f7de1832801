/** Storage limits; the operator may set a different one for an account. Undefined: unlimited. */
export interface StorageLimits {
  /** Bytes of the files and steps of one attempt. */
  readonly attemptBytes?: number | undefined;
  readonly attemptFiles?: number | undefined;
  /** Bytes of everything that one account stores. */
  readonly accountBytes?: number | undefined;
  /** Bytes of everything that all accounts store. */
  readonly installationBytes?: number | undefined;
}

/** Storage use and limit of an account, in bytes. */
export interface StorageUse {
  readonly usedBytes: number;
  /** Null: unlimited. */
  readonly limitBytes: number | null;
}
