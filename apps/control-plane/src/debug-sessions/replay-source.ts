import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Database } from '../database/connect-database.ts';
import { getTask } from '../task-rows/get-task.ts';
import { TraceNotFoundError } from '../traces/trace-errors.ts';

/** What a session needs to know about the task that it replays. */
export interface ReplayedTask {
  readonly recordingId: string;
  readonly version: number;
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
}

/** Throws TaskNotFoundError, and TraceNotFoundError for a task that has left no trace. */
export async function readReplayedTask(
  {
    database,
    artifacts,
  }: {
    readonly database: Pick<Database, 'pool'>;
    readonly artifacts: Pick<ArtifactStore, 'findTrace'>;
  },
  accountId: string,
  taskId: string,
): Promise<ReplayedTask> {
  const task = await getTask(taskId, async (id) => {
    const { rows } = await database.pool.query<ReplayedTask>(
      `SELECT t.recording_id AS "recordingId", v.version, t.input_parameters AS "inputParameters"
       FROM tasks t JOIN recording_versions v ON v.id = t.recording_version_id
       WHERE t.account_id = $1 AND t.id = $2 AND t.kind = 'task'`,
      [accountId, id],
    );
    return rows[0];
  });
  if (!(await artifacts.findTrace(accountId, taskId))) throw new TraceNotFoundError(taskId);
  return task;
}
