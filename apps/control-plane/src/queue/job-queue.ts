import type { Transaction } from '../database/transaction.ts';

/** Settings of a queue, which must exist before the first job is sent to it. */
export interface QueueDefinition {
  readonly name: string;
  /** Seconds that a job may run before it counts as lost and runs again. Less than a day. */
  readonly expireInSeconds: number;
  /** How often a job runs again after its handler threw or the job was lost. */
  readonly retryLimit: number;
}

/** A job taken from a queue. */
export interface QueuedJob {
  readonly id: string;
  readonly data: unknown;
  /** Counted from when the job was sent or, if sent for later, from when it was due. */
  readonly waitedSeconds: number;
}

export interface NewJob {
  readonly data: object;
  /** A UUID that was never sent before. Default: a new one. */
  readonly id?: string;
  /** A 32-bit integer; larger ones first. Default 0. */
  readonly priority?: number;
  /** Jobs can be withdrawn by their key, which does not deduplicate them. */
  readonly key?: string;
  /** Earliest time to run. Default: immediately. */
  readonly startAfter?: Date;
}

/** A run of a job. */
export interface JobRun {
  readonly signal: AbortSignal;
  /** When the job was sent. */
  readonly sentAt: Date;
}

export interface JobWorker {
  /** How many jobs run concurrently in this process. */
  readonly concurrency: number;
  readonly handle: (data: unknown, run: JobRun) => Promise<void>;
}

/** The jobs for which an SQL function of the schema returns true. */
export interface JobFilter {
  /** Name of the function, called with a job's data and `value`. */
  readonly function: string;
  readonly value: number;
}

/** A durable queue in the database, so that jobs are sent and taken in the caller's transaction. */
export interface JobQueue extends AsyncDisposable {
  readonly send: (transaction: Transaction, queue: string, job: NewJob) => Promise<void>;
  /** Sends many jobs with one statement. */
  readonly sendAll: (
    transaction: Transaction,
    queue: string,
    jobs: readonly NewJob[],
  ) => Promise<void>;
  /** Sends a job to the queue every minute while a scheduler runs, and no other job at fixed times. */
  readonly sendEveryMinute: (queue: string) => Promise<void>;
  /** Creates the queue unless it exists. */
  readonly ensure: (queue: QueueDefinition) => Promise<void>;
  /** Removes the queue's first job and returns it; a rollback puts it back. Default: any job. */
  readonly take: (
    transaction: Transaction,
    queue: string,
    only?: JobFilter,
  ) => Promise<QueuedJob | undefined>;
  /**
   * Returns the queue whose first job has the largest priority, and that priority. Undefined if all
   * are empty.
   */
  readonly peek: (
    transaction: Transaction,
    queues: readonly string[],
    only?: JobFilter,
  ) => Promise<{ readonly queue: string; readonly priority: number } | undefined>;
  /** How long the oldest job of these queues has waited, in seconds; 0 if they are empty. */
  readonly longestWaitSeconds: (queues: readonly string[]) => Promise<number>;
  /**
   * Moves the waiting jobs with these ids or keys to another queue, where they keep their
   * priorities. `taken` applies to jobs that another transaction is taking: 'skip' leaves them to
   * it, 'wait' waits and moves those that it puts back.
   */
  readonly move: (
    transaction: Transaction,
    move: { readonly from: string; readonly to: string; readonly taken: 'skip' | 'wait' },
    jobs: { readonly ids: readonly string[]; readonly keys: readonly string[] },
  ) => Promise<void>;
  /**
   * Removes up to `limit` waiting jobs, the last ones first, and returns how many. Skips those that
   * another transaction is taking, so the taker of a job must check that it is still valid.
   */
  readonly withdraw: (
    transaction: Transaction,
    queue: string,
    jobs: ({ readonly id: string } | { readonly key: string }) & { readonly limit: number },
  ) => Promise<number>;
  /**
   * Calls `onJob` soon after jobs are committed to the queue, once for all jobs of one transaction,
   * and also every two seconds, because a notification can get lost. Lasts until the queue is
   * disposed.
   */
  readonly watch: (queue: string, onJob: () => void) => void;
  /** Runs the jobs of a queue in this process, until the queue is disposed. */
  readonly work: (queue: string, worker: JobWorker) => Promise<void>;
}
