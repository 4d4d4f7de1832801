import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { WorkerNotFoundError } from './drain-errors.ts';

/** Who drained a worker, why and when. As stored. */
export interface Drain {
  readonly by: string;
  readonly reason: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * Drains of workers by operators. A draining worker gets no new task, finishes what it runs, ends
 * its warm sessions, and then stays idle until it is stopped or resumed. The drain belongs to the
 * id of the worker: it outlasts a restart.
 */
export interface DrainStore {
  /** Replaces an existing drain. Throws WorkerNotFoundError. */
  readonly drain: (workerId: string, drain: Omit<Drain, 'at'>) => Promise<Drain>;
  /** Returns whether the worker was draining. Throws WorkerNotFoundError. */
  readonly resume: (workerId: string) => Promise<boolean>;
  /** False for an unknown worker. */
  readonly isDraining: (workerId: string) => Promise<boolean>;
}

export function createDrainStore({
  database,
}: {
  readonly database: Pick<Database, 'transaction' | 'pool'>;
}): DrainStore {
  return {
    drain: (workerId, drain) =>
      database.transaction(async (transaction) => {
        const set = { ...drain, at: new Date().toISOString() };
        await setDrain(transaction, workerId, set);
        // Notifies a waiting claim, and a worker that must end its idle sessions.
        await transaction.query(
          `WITH closing AS (
             UPDATE warm_sessions SET state = 'closing' WHERE worker_id = $1 AND state = 'idle')
           SELECT ring_bell($1)`,
          [workerId],
        );
        return set;
      }),

    resume: (workerId) =>
      database.transaction(async (transaction) => {
        const wasDraining = await setDrain(transaction, workerId, null);
        await transaction.query('SELECT ring_bell($1)', [workerId]);
        return wasDraining;
      }),

    async isDraining(workerId) {
      const { rowCount } = await database.pool.query(
        'SELECT FROM workers WHERE id = $1 AND drain IS NOT NULL',
        [workerId],
      );
      return rowCount === 1;
    },
  };
}

/** Returns whether the worker was draining before. */
async function setDrain(
  transaction: Transaction,
  workerId: string,
  drain: Drain | null,
): Promise<boolean> {
  const { rows } = await transaction.query<{ was_draining: boolean }>(
    `UPDATE workers w SET drain = $2 FROM (SELECT id, drain FROM workers WHERE id = $1 FOR UPDATE) before
     WHERE w.id = before.id RETURNING before.drain IS NOT NULL was_draining`,
    [workerId, drain],
  );
  const [row] = rows;
  if (!row) throw new WorkerNotFoundError(workerId);
  return row.was_draining;
}
