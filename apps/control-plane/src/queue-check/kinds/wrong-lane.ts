import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { defineCheck } from '../define-check.ts';
import { PERMITS } from '../permit-tables.ts';
import { rebuild } from '../rebuild-login-queue.ts';
import { inTransaction } from '../repair.ts';

export const wrongLane = defineCheck({
  kind: 'wrong_lane',
  severity: 'fault',
  find: `${PERMITS}, placed AS (
        SELECT j.*, 'permits' || coalesce('.' || a.worker_label, '') own FROM lane_jobs j
        LEFT JOIN login_queues q ON q.id = j.login LEFT JOIN tasks t ON t.id = j.task
        JOIN accounts a ON a.id = coalesce(q.account_id, t.account_id))
      SELECT jsonb_build_object('permit_id', id, 'task_id', task, 'login_queue_id', login) ids,
        jsonb_build_object('lane', own) expected, jsonb_build_object('lane', lane) found FROM placed WHERE lane <> own`,
  repair: "Moves the permit to the lane of its account's label.",
  planRepair: ({ ids, found }) => {
    const permit = { id: String(ids['permit_id']), taskId: String(ids['task_id']) };
    return (ids['login_queue_id'] ?? null) === null
      ? inTransaction(`permit ${permit.id}`, (queue, transaction) =>
          movePermit(queue, transaction, { ...permit, from: String(found['lane']) }),
        )
      : rebuild(Number(ids['login_queue_id']));
  },
});

/** Moves the permit of a task without a login queue to the lane of its account. */
async function movePermit(
  queue: JobQueue,
  transaction: Transaction,
  permit: { readonly id: string; readonly taskId: string; readonly from: string },
): Promise<object | undefined> {
  const { rows } = await transaction.query<{ lane: string }>(
    'SELECT lane_of(account_id) lane FROM tasks WHERE id = $1',
    [permit.taskId],
  );
  const to = rows[0]?.lane;
  if (to === undefined || to === permit.from) return undefined;
  await queue.move(
    transaction,
    { from: permit.from, to, taken: 'skip' },
    { ids: [permit.id], keys: [] },
  );
  return { moved_to: to };
}
