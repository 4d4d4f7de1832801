/** Who may register a worker: the pool whose token was shown. */
export interface ShownPool {
  /** Null for the one of WORKER_TOKEN, whose workers may serve every account. */
  readonly poolId: string | null;
  readonly tokenHash: Buffer<ArrayBuffer>;
}

/** Where gateways reach the screens of a worker. */
export interface WorkerScreen {
  /** host:port */
  readonly address: string;
  /** 32 bytes in base64; kept sealed. */
  readonly key: string;
}

/** What a worker says of itself when it registers. */
export interface NewWorker {
  readonly workerId: string;
  readonly version?: string | undefined;
  /** How many tasks it can run at once. */
  readonly slots?: number | undefined;
  /** Labels of the accounts that it serves; `default` stands for those without one. Default: those of its pool. */
  readonly labels?: readonly string[] | undefined;
  /** Undefined: it shows none. */
  readonly screen?: WorkerScreen | undefined;
}

/** A worker that showed the token of its registration. */
export interface RegisteredWorker {
  readonly workerId: string;
  readonly registrationId: string;
  readonly labels: readonly string[];
}
