/** Who may register a worker: the pool whose token was shown. */
export interface ShownPool {
  /** Null for the one of WORKER_TOKEN, whose workers may serve every account. */
  readonly poolId: string | null;
  readonly tokenHash: Buffer<ArrayBuffer>;
}

/** A worker that showed the token of its registration. */
export interface RegisteredWorker {
  readonly workerId: string;
  readonly registrationId: string;
  readonly labels: readonly string[];
}
