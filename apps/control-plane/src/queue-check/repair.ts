import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { SessionStore } from '../warm-sessions/session-store.ts';

/** Dependencies of repairs. */
export interface Repairer {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sessions: Pick<SessionStore, 'dropLost'>;
}

/** The repair of one deviation. */
export interface Repair {
  /** Identifies the repair. One run covers all deviations with the same key. */
  readonly key: string;
  /** Returns what was changed, with the new numbers; undefined: nothing had to change. */
  readonly run: (repairer: Repairer) => Promise<object | undefined>;
}

/** Creates a repair that runs in its own transaction. */
export function inTransaction(
  key: string,
  work: (queue: JobQueue, transaction: Transaction) => Promise<object | undefined>,
): Repair {
  return {
    key,
    run: ({ database, queue }) => database.transaction((transaction) => work(queue, transaction)),
  };
}
