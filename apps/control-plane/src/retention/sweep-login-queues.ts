import type { Logger } from '@errand/app-runtime';
import type { Database } from '../database/connect-database.ts';
import { deleteUnusedQueues } from '../tasks/delete-tasks.ts';

/** Rows that one call looks at. */
const BATCH = 1_000;

/**
 * Creates a function that deletes the login queues of the next batch that have nothing left, and
 * returns whether to call it again at once. Most are deleted with their last task; this finds those
 * that were paused, in use or locked then. Begins again after the last row. Several processes may
 * run it.
 */
export function createQueueSweep(
  { database, logger }: { readonly database: Database; readonly logger: Logger },
  batch = BATCH,
): () => Promise<boolean> {
  let seen = 0;
  return async () => {
    const { deleted, last, isFull } = await database.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ id: number; is_unused: boolean }>(
        `SELECT q.id, waiting = 0 AND running = 0 AND issued = 0 AND pause IS NULL
           AND NOT EXISTS (SELECT FROM tasks WHERE login_queue_id = q.id) AS is_unused
         FROM login_queues q WHERE q.id > $1 ORDER BY q.id LIMIT $2`,
        [seen, batch],
      );
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
