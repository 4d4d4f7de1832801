import type { Transaction } from '../database/transaction.ts';

/** A job as its queue gives it out. */
export interface QueuedJob {
  readonly id: string;
  readonly data: unknown;
}

export interface NewJob {
  readonly data: object;
  /** UUID; sending an id twice is an error. Default a fresh one. */
  readonly id?: string;
  /** Larger first. Default 0. */
  readonly priority?: number;
  /** Jobs with the same key can be withdrawn by it. It does not deduplicate. */
  readonly key?: string;
  readonly startAfter?: Date;
}

/**
 * A durable queue inside the database, so that a job is sent and taken by the transaction that needs it.
 * Queue names are those of `queues.ts`.
 */
export interface JobQueue extends AsyncDisposable {
  readonly send: (transaction: Transaction, queue: string, job: NewJob) => Promise<void>;
  /** Takes the first job out of the queue for good; a rollback puts it back. */
  readonly take: (transaction: Transaction, queue: string) => Promise<QueuedJob | undefined>;
  /**
   * Removes up to `limit` waiting jobs and answers how many. Skips those that another transaction is taking, so
   * whoever takes a job must check that it still means something.
   */
  readonly withdraw: (
    transaction: Transaction,
    queue: string,
    jobs: ({ readonly id: string } | { readonly key: string }) & { readonly limit: number },
  ) => Promise<number>;
  /** Resolves soon after a job was committed to the queue, or at the latest when `signal` fires; may wake without need. */
  readonly arm: (queue: string, signal: AbortSignal) => Promise<void>;
}
