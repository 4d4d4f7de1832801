import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { getTask } from '../task-rows/get-task.ts';
import { readNewestSteps, readStepsAfter, type StepPage, type StepsWanted } from './read-steps.ts';
import { DETAIL_COLUMNS, LISTED_COLUMNS, STATUS_COLUMNS } from './task-columns.ts';
import type { ListedTask, TaskDetail, TaskSummary } from './task.ts';

/** Returns the tasks of the account that exist, in no particular order. */
export async function readSummaries(
  database: Database,
  accountId: string,
  taskIds: readonly string[],
): Promise<readonly TaskSummary[]> {
  return readTasks(database, { accountId, taskIds: taskIds.filter(isUuid) }, STATUS_COLUMNS);
}

/** Throws TaskNotFoundError. */
export async function readSummary(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<TaskSummary> {
  return readOne<TaskSummary>(database, { accountId, taskId }, STATUS_COLUMNS);
}

/** Throws TaskNotFoundError. */
export async function readListed(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<ListedTask> {
  return readOne<ListedTask>(database, { accountId, taskId }, LISTED_COLUMNS);
}

/** Throws TaskNotFoundError. */
export async function readDetail(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<TaskDetail> {
  const task = await readOne<Omit<TaskDetail, 'steps' | 'steps_truncated'>>(
    database,
    { accountId, taskId },
    DETAIL_COLUMNS,
  );
  const { steps, hasMore } = await readNewestSteps(database, taskId);
  return { ...task, steps, steps_truncated: hasMore };
}

/** Throws TaskNotFoundError. */
export async function readSteps(
  database: Database,
  { accountId, taskId }: { readonly accountId: string; readonly taskId: string },
  page: StepsWanted,
): Promise<StepPage> {
  await readOne(database, { accountId, taskId }, 't.id');
  return readStepsAfter(database, taskId, page);
}

async function readOne<Task extends object>(
  database: Database,
  { accountId, taskId }: { readonly accountId: string; readonly taskId: string },
  columns: string,
): Promise<Task> {
  return getTask(taskId, async (id) => {
    const [task] = await readTasks<Task>(database, { accountId, taskIds: [id] }, columns);
    return task;
  });
}

async function readTasks<Task extends object>(
  { pool }: Database,
  { accountId, taskIds }: { readonly accountId: string; readonly taskIds: readonly string[] },
  columns: string,
): Promise<readonly Task[]> {
  const { rows } = await pool.query<Task>(
    `SELECT ${columns} FROM tasks t WHERE t.account_id = $1 AND t.id = ANY ($2::uuid[]) AND t.kind = 'task'`,
    [accountId, taskIds],
  );
  return rows;
}
