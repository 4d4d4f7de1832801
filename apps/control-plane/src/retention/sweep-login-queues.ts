import type { Logger } from '@errand/app-runtime';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { deleteUnusedQueues } from '../tasks/delete-tasks.ts';

/** Number of rows that one call checks. */
const BATCH = 1_000;

interface Seen {
  readonly id: number;
  /** Marked as in use, but without waiting or running tasks. */
  readonly is_idle: boolean;
  readonly is_unused: boolean;
}

/**
 * Creates a function that deletes the login queues of the next batch that have nothing left, and
 * returns whether to call it again immediately. Most are deleted with their last task; this finds
 * those that were paused, in use or locked then. It also unmarks rows that are marked as in use but
 * have no waiting or running tasks. Starts over after the last row. Several processes may run it.
 */
export function createQueueSweep(
  { database, logger }: { readonly database: Database; readonly logger: Logger },
  batch = BATCH,
): () => Promise<boolean> {
  let seen = 0;
  return async () => {
    const { deleted, last, isFull } = await database.transaction(async (transaction) => {
      const { rows } = await transaction.query<Seen>(
        `SELECT q.id, q.is_in_use AND waiting = 0 AND running = 0 AS is_idle, waiting = 0 AND running = 0 AND issued = 0 AND pause IS NULL
           AND NOT EXISTS (SELECT FROM tasks WHERE login_queue_id = q.id) AS is_unused
         FROM login_queues q WHERE q.id > $1 ORDER BY q.id LIMIT $2`,
        [seen, batch],
      );
      await noteIdle(transaction, rows);
      const unused = rows.flatMap(({ id, is_unused: isUnused }) => (isUnused ? [id] : []));
      return {
        deleted: await deleteUnusedQueues(transaction, unused),
        last: rows.at(-1)?.id ?? 0,
        isFull: rows.length === batch,
      };
    });
    seen = isFull ? last : 0;
    if (deleted > 0) logger.info('deleted unused login queues', { queues: deleted });
    return isFull && deleted > 0;
  };
}

async function noteIdle(transaction: Transaction, rows: readonly Seen[]): Promise<void> {
  const idle = rows.flatMap(({ id, is_idle: isIdle }) => (isIdle ? [id] : []));
  if (idle.length === 0) return;
  await transaction.query(
    `UPDATE login_queues SET is_in_use = false WHERE id IN (
       SELECT id FROM login_queues WHERE id = ANY($1::int[]) AND waiting = 0 AND running = 0
       FOR UPDATE SKIP LOCKED)`,
    [idle],
  );
}
