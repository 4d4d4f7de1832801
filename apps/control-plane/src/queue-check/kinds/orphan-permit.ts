import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { defineCheck } from '../define-check.ts';
import { PERMITS } from '../permit-tables.ts';
import { inTransaction } from '../repair.ts';

export const orphanPermit = defineCheck({
  kind: 'orphan_permit',
  severity: 'fault',
  find: `${PERMITS} SELECT jsonb_build_object('permit_id', p.id, 'lane', p.lane, 'task_id', p.task, 'login_queue_id', p.login) ids,
      '{"permits": 0}'::jsonb expected, '{"permits": 1}'::jsonb found
      FROM permits p WHERE CASE WHEN p.login IS NOT NULL THEN NOT EXISTS (SELECT FROM login_queues WHERE id = p.login)
        ELSE NOT EXISTS (SELECT FROM tasks t WHERE t.id = p.task AND t.permit_job_id = p.id AND t.status = 'queued') END`,
  repair: 'Deletes the permit, which lets no task run.',
  planRepair: ({ ids }) => {
    const id = String(ids['permit_id']);
    const lane = ids['lane'] === null ? null : String(ids['lane']);
    return inTransaction(`permit ${id}`, (queue, transaction) =>
      deleteOrphan(queue, transaction, { id, lane }),
    );
  },
});

/**
 * Deletes a permit that lets no task run. No task or login queue ever reuses the id of a lost
 * permit, so this cannot delete a valid one.
 */
async function deleteOrphan(
  queue: JobQueue,
  transaction: Transaction,
  permit: { readonly id: string; readonly lane: string | null },
): Promise<object | undefined> {
  const { id, lane } = permit;
  if (lane !== null) {
    const withdrawn = await queue.withdraw(transaction, lane, { id, limit: 1 });
    return withdrawn === 0 ? undefined : { permits_deleted: 1 };
  }
  await transaction.query('SELECT lock_portal(portal_id, true) FROM parked_permits WHERE id = $1', [
    id,
  ]);
  const { rowCount } = await transaction.query('DELETE FROM parked_permits WHERE id = $1', [id]);
  return rowCount === 0 ? undefined : { permits_deleted: 1 };
}
