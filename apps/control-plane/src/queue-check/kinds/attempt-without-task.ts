import type { Transaction } from '../../database/transaction.ts';
import { HELD } from '../bad-session.ts';
import { defineCheck } from '../define-check.ts';
import { inTransaction } from '../repair.ts';

export const attemptWithoutTask = defineCheck({
  kind: 'attempt_without_task',
  severity: 'fault',
  find: `SELECT jsonb_build_object('task_id', a.task_id, 'attempt', a.lease_epoch) ids,
      jsonb_build_object('attempt', 'ended') expected,
      jsonb_build_object('attempt', 'open', 'task', t.status, 'lease_epoch', t.lease_epoch) found
      FROM attempts a JOIN tasks t ON t.id = a.task_id
      WHERE a.ended_at IS NULL AND NOT (t.${HELD} AND t.lease_epoch = a.lease_epoch)`,
  repair: 'Ends the attempt as lost.',
  planRepair: ({ ids }) => {
    const attempt = { taskId: String(ids['task_id']), attempt: Number(ids['attempt']) };
    return inTransaction(`attempt ${attempt.taskId} ${attempt.attempt}`, (_queue, transaction) =>
      endAttempt(transaction, attempt),
    );
  },
});

async function endAttempt(
  transaction: Transaction,
  { taskId, attempt }: { readonly taskId: string; readonly attempt: number },
): Promise<object | undefined> {
  await transaction.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [taskId]);
  const { rowCount } = await transaction.query(
    `UPDATE attempts a SET ended_at = coalesce(t.completed_at, clock_timestamp()), outcome = 'lost', status_after = t.status,
       error = 'The queue check found the attempt open although the task had left it.', error_class = 'lease_lost'
     FROM tasks t WHERE t.id = a.task_id AND a.task_id = $1 AND a.lease_epoch = $2 AND a.ended_at IS NULL
       AND NOT (t.status IN ('allocated', 'running') AND t.lease_epoch = a.lease_epoch)`,
    [taskId, attempt],
  );
  return rowCount === 0 ? undefined : { attempts_ended: 1 };
}
