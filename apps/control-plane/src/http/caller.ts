/** The pool that may register a worker: the one whose token was sent. */
export interface ShownPool {
  /** Null for the pool of WORKER_TOKEN, whose workers may serve every account. */
  readonly poolId: string | null;
  readonly tokenHash: Buffer<ArrayBuffer>;
}

/** A worker authenticated by the token of its registration. */
export interface RegisteredWorker {
  readonly workerId: string;
  readonly registrationId: string;
  readonly labels: readonly string[];
  /** Version of the worker protocol that the worker speaks. */
  readonly protocol: number;
}
