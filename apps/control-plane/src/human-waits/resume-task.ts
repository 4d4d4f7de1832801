import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { TaskNotWaitingError } from './human-wait-errors.ts';
import type { HumanVariables, LastWait } from './human-wait.ts';

interface Dependencies {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** Ends the open wait of the task as resumed. Throws TaskNotFoundError, TaskNotWaitingError. */
export async function resumeTask(
  { database: { pool }, sealer }: Dependencies,
  caller: { readonly accountId: string; readonly apiKeyId: string },
  { taskId, variables }: { readonly taskId: string; readonly variables: HumanVariables },
): Promise<void> {
  const task = await getTask(taskId, (id) => findTask({ pool }, caller.accountId, id));
  const names = Object.keys(variables);
  const context = sealedContext.humanVariables(task.id, task.wait_id ?? '');
  // The row decides between this caller, others, the deadline and the end of the attempt.
  const { rowCount } = await pool.query(
    `UPDATE human_waits SET ended_at = clock_timestamp(), outcome = 'resumed', resumed_by = $3, variable_names = $4,
       variables = $5
     WHERE task_id = $1 AND id = $2 AND ended_at IS NULL AND wait_until > clock_timestamp()
       AND NOT EXISTS (SELECT FROM tasks WHERE id = $1 AND cancel_requested_at IS NOT NULL)`,
    [
      task.id,
      task.wait_id,
      caller.apiKeyId,
      names,
      names.length === 0 ? null : sealer.seal(toJson(variables), context),
    ],
  );
  if (rowCount === 1) return;
  const now = await findTask({ pool }, caller.accountId, taskId);
  throw new TaskNotWaitingError(taskId, (now ?? task).status, lastWaitOf(now ?? task));
}

interface FoundTask {
  /** Lower case, like the worker's id of the task. */
  readonly id: string;
  readonly status: TaskStatus;
  readonly wait_id: string | null;
  readonly outcome: LastWait['outcome'];
  readonly wait_until: Date;
  readonly ended_at: Date | null;
  readonly cancel_requested_at: Date | null;
}

/** Finds the task with the last wait of its current attempt. */
async function findTask(
  { pool }: Pick<Database, 'pool'>,
  accountId: string,
  taskId: string,
): Promise<FoundTask | undefined> {
  const { rows } = await pool.query<FoundTask>(
    `SELECT t.id, t.status, w.id AS wait_id, w.outcome, w.wait_until, w.ended_at, t.cancel_requested_at
     FROM tasks t LEFT JOIN human_waits w ON w.task_id = t.id AND w.lease_epoch = t.lease_epoch
     WHERE t.id = $1 AND t.account_id = $2 AND t.kind = 'task' ORDER BY w.number DESC LIMIT 1`,
    [taskId, accountId],
  );
  return rows[0];
}

function lastWaitOf(task: FoundTask): LastWait | undefined {
  const { wait_id, outcome, wait_until, ended_at, cancel_requested_at } = task;
  if (wait_id === null) return undefined;
  if (outcome === null && cancel_requested_at)
    return { outcome: 'ended', endedAt: cancel_requested_at };
  return { outcome, endedAt: ended_at ?? wait_until };
}

function toJson(variables: HumanVariables): Record<string, string[]> {
  return Object.fromEntries(Object.entries(variables).map(([name, texts]) => [name, [...texts]]));
}
