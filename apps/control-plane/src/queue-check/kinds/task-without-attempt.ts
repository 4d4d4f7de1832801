import type { Transaction } from '../../database/transaction.ts';
import { HELD } from '../bad-session.ts';
import { defineCheck } from '../define-check.ts';
import { inTransaction } from '../repair.ts';

export const taskWithoutAttempt = defineCheck({
  kind: 'task_without_attempt',
  severity: 'fault',
  find: `SELECT jsonb_build_object('task_id', t.id, 'attempt', t.lease_epoch) ids,
      jsonb_build_object('attempt', 'open') expected, jsonb_build_object('attempt', CASE WHEN a.task_id IS NULL THEN 'none'
        WHEN a.ended_at IS NOT NULL THEN 'ended' ELSE 'of worker ' || a.worker_id END) found
      FROM tasks t LEFT JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch
      WHERE t.${HELD} AND (a.task_id IS NULL OR a.ended_at IS NOT NULL OR a.worker_id IS DISTINCT FROM t.worker_id)`,
  repair: 'Writes the open attempt of the lease.',
  planRepair: ({ ids }) =>
    inTransaction(`attempt of ${ids['task_id']}`, (_queue, transaction) =>
      openAttempt(transaction, String(ids['task_id'])),
    ),
});

/** Creates or reopens the attempt of a held task's lease. */
async function openAttempt(transaction: Transaction, taskId: string): Promise<object | undefined> {
  const { rowCount } = await transaction.query(
    `INSERT INTO attempts AS a (task_id, account_id, lease_epoch, worker_id, allocated_at, started_at)
     SELECT id, CASE WHEN NOT is_local THEN account_id END, lease_epoch, worker_id, coalesce(allocated_at, now()), started_at FROM tasks
     WHERE id = $1 AND status IN ('allocated', 'running') FOR UPDATE
     ON CONFLICT (task_id, lease_epoch) DO UPDATE SET worker_id = excluded.worker_id, ended_at = NULL, outcome = NULL,
       status_after = NULL, error = NULL, error_class = NULL
     WHERE a.ended_at IS NOT NULL OR a.worker_id <> excluded.worker_id`,
    [taskId],
  );
  return rowCount === 0 ? undefined : { attempts_opened: 1 };
}
