import type { Transaction } from '../../database/transaction.ts';
import { HELD } from '../bad-session.ts';
import { defineCheck } from '../define-check.ts';
import { inTransaction } from '../repair.ts';

export const humanWaitWithoutTask = defineCheck({
  kind: 'human_wait_without_task',
  severity: 'fault',
  find: `SELECT jsonb_build_object('task_id', w.task_id, 'wait_id', w.id) ids,
      jsonb_build_object('wait', 'ended') expected,
      jsonb_build_object('wait', 'open', 'attempt', w.lease_epoch, 'task', t.status, 'lease_epoch', t.lease_epoch) found
      FROM human_waits w JOIN tasks t ON t.id = w.task_id
      WHERE w.ended_at IS NULL AND NOT (t.${HELD} AND t.lease_epoch = w.lease_epoch)`,
  repair: 'Ends the wait.',
  planRepair: ({ ids }) => {
    const wait = { taskId: String(ids['task_id']), waitId: String(ids['wait_id']) };
    return inTransaction(`wait ${wait.waitId}`, (_queue, transaction) =>
      endHumanWait(transaction, wait),
    );
  },
});

async function endHumanWait(
  transaction: Transaction,
  { taskId, waitId }: { readonly taskId: string; readonly waitId: string },
): Promise<object | undefined> {
  await transaction.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [taskId]);
  const { rowCount } = await transaction.query(
    `UPDATE human_waits w SET ended_at = clock_timestamp(), outcome = 'ended', variables = NULL
     FROM tasks t WHERE t.id = w.task_id AND w.task_id = $1 AND w.id = $2 AND w.ended_at IS NULL
       AND NOT (t.status IN ('allocated', 'running') AND t.lease_epoch = w.lease_epoch)`,
    [taskId, waitId],
  );
  return rowCount === 0 ? undefined : { human_waits_ended: 1 };
}
