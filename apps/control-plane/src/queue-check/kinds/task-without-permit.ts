import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../../transitions/permits.ts';
import { defineCheck } from '../define-check.ts';
import { IS_PERMIT, PERMITS } from '../permit-tables.ts';
import { inTransaction } from '../repair.ts';

export const taskWithoutPermit = defineCheck({
  kind: 'task_without_permit',
  severity: 'fault',
  find: `${PERMITS} SELECT jsonb_build_object('task_id', t.id) ids, jsonb_build_object('permits', 1) expected,
      jsonb_build_object('permits', 0) found FROM tasks t WHERE login_queue_id IS NULL AND status = 'queued'
        AND NOT EXISTS (SELECT FROM permits p WHERE p.id = t.permit_job_id)`,
  repair: 'Gives the task a new permit with its row locked.',
  planRepair: ({ ids }) =>
    inTransaction(`permit of ${ids['task_id']}`, (queue, transaction) =>
      issuePermit(queue, transaction, String(ids['task_id'])),
    ),
});

/**
 * Gives the task a new permit. A concurrent claim or cancellation waits for the task's row, or came
 * first and left nothing to do.
 */
async function issuePermit(
  queue: JobQueue,
  transaction: Transaction,
  taskId: string,
): Promise<object | undefined> {
  await transaction.query('SELECT lock_portal(portal_id, true) FROM tasks WHERE id = $1', [taskId]);
  const { rows: locked } = await transaction.query(
    `SELECT id FROM tasks WHERE id = $1 AND status = 'queued' AND login_queue_id IS NULL FOR UPDATE`,
    [taskId],
  );
  if (locked.length === 0) return undefined;
  const { rows } = await transaction.query<{ permits: PermitChange | null }>(
    `WITH lacking AS (
       UPDATE tasks t SET permit_job_id = $2, tag = coalesce(t.tag, next_tags(t.account_id, 1)) WHERE t.id = $1
         AND NOT EXISTS (SELECT FROM parked_permits p WHERE p.id = t.permit_job_id)
         AND NOT EXISTS (SELECT FROM pgboss.job WHERE id = t.permit_job_id AND ${IS_PERMIT})
       RETURNING t.*
     ) SELECT permit_change(account_id, NULL, permit_to_send(permit_job_id, NULL, id, tag), 0, NULL) permits FROM lacking`,
    [taskId, randomUUIDv7()],
  );
  const permits = rows[0]?.permits ?? null;
  await changePermits(queue, transaction, permits);
  return permits === null ? undefined : { permits_sent: 1 };
}
