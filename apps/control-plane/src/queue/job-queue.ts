import type { Transaction } from '../database/transaction.ts';

/** A queue as it must exist before the first job is sent to it. */
export interface QueueDefinition {
  readonly name: string;
  /** Seconds that a job may run before it counts as lost and runs again. Less than a day. */
  readonly expireInSeconds: number;
  /** How often a job whose handler threw or was lost runs again. */
  readonly retryLimit: number;
}

/** A job as its queue gives it out. */
export interface QueuedJob {
  readonly id: string;
  readonly data: unknown;
}

export interface NewJob {
  readonly data: object;
  /** A UUID that was never sent before. Default a fresh one. */
  readonly id?: string;
  /** Larger first, 32 bit. Default 0. */
  readonly priority?: number;
  /** Jobs with the same key can be withdrawn by it. It does not deduplicate. */
  readonly key?: string;
  /** Not before this time. Default at once. */
  readonly startAfter?: Date;
}

export interface JobWorker {
  /** How many jobs run at once in this process. */
  readonly concurrency: number;
  readonly handle: (data: unknown, signal: AbortSignal) => Promise<void>;
}

/** A durable queue inside the database, so that jobs are sent and taken by the transaction that means them. */
export interface JobQueue extends AsyncDisposable {
  readonly send: (transaction: Transaction, queue: string, job: NewJob) => Promise<void>;
  /** Makes the queue unless it exists. */
  readonly ensure: (queue: QueueDefinition) => Promise<void>;
  /** Takes the first job out of the queue for good; a rollback puts it back. */
  readonly take: (transaction: Transaction, queue: string) => Promise<QueuedJob | undefined>;
  /** The queue among these whose first job has the largest priority, and that. Undefined when all are empty. */
  readonly peek: (
    transaction: Transaction,
    queues: readonly string[],
  ) => Promise<{ readonly queue: string; readonly priority: number } | undefined>;
  /**
   * Moves the waiting jobs with these ids or keys to another queue, where they keep their priorities. `taken`: whether those
   * that another transaction is taking are left to it, or waited for and moved when it puts them back.
   */
  readonly move: (
    transaction: Transaction,
    move: { readonly from: string; readonly to: string; readonly taken: 'skip' | 'wait' },
    jobs: { readonly ids: readonly string[]; readonly keys: readonly string[] },
  ) => Promise<void>;
  /**
   * Removes up to `limit` waiting jobs, the last ones first, and answers how many. Skips those that another transaction
   * is taking, so whoever takes a job must check that it still means something.
   */
  readonly withdraw: (
    transaction: Transaction,
    queue: string,
    jobs: ({ readonly id: string } | { readonly key: string }) & { readonly limit: number },
  ) => Promise<number>;
  /**
   * Calls `onJob` soon after jobs were committed to the queue, once for all that one transaction sent, and every two
   * seconds in any case, because a notification can get lost. Until the queue is disposed.
   */
  readonly watch: (queue: string, onJob: () => void) => void;
  /** Runs the jobs of a queue in this process, until the queue is disposed. */
  readonly work: (queue: string, worker: JobWorker) => Promise<void>;
}
