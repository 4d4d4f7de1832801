import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';
import {
  CancellationUnfinishedError,
  RecordingInUseError,
  RecordingNotFoundError,
} from './recording-errors.ts';
import type { RecordingOwner } from './recording-versions-store.ts';

/** Time limit for cancelling within one request, in milliseconds. */
const MAX_CANCELLING_MS = 5_000;
const TASKS_PER_READ = 200;

/**
 * Hides the recording; its row, versions and tasks remain. With `cancelTasks`, first cancels
 * waiting tasks and marks those that a worker holds. Returns their number. With `deleteTasks`, a
 * job deletes all of it, even for a recording that is already hidden. Safe to repeat after any
 * error. Throws RecordingNotFoundError, RecordingInUseError, CancellationUnfinishedError.
 */
export async function deleteRecording(
  {
    database,
    queue,
    observer,
  }: {
    readonly database: Database;
    readonly queue: JobQueue;
    readonly observer?: Observer | undefined;
  },
  owner: RecordingOwner,
  { cancelTasks, deleteTasks }: DeletionOptions,
): Promise<{ readonly cancelledTaskCount: number }> {
  const startedAt = performance.now();
  for (let cancelled = 0; ;) {
    const { endpointName, waiting, held } = await database.transaction((transaction) =>
      hideUnlessInUse(transaction, owner, { areMarkedTasksLeft: cancelTasks, deleteTasks }),
    );
    if (waiting + held === 0) return { cancelledTaskCount: cancelled };
    if (!cancelTasks) throw new RecordingInUseError(endpointName, { waiting, held });

    const taskIds = await findUnmarkedTasks(database, owner);
    for (const taskId of taskIds) {
      if (performance.now() - startedAt > MAX_CANCELLING_MS) {
        throw new CancellationUnfinishedError(endpointName, cancelled);
      }
      const left = await database.transaction((transaction) =>
        leaveTask(queue, transaction, { taskId, ending: 'cancelled' }),
      );
      observeEnd(observer, left);
      cancelled += 1;
    }
  }
}

export interface DeletionOptions {
  readonly cancelTasks: boolean;
  readonly deleteTasks: boolean;
}

interface OpenTasks {
  readonly endpointName: string;
  readonly waiting: number;
  /** Allocated or running. */
  readonly held: number;
}

/**
 * Counts with the recording locked, which serialises it with submissions, whose tasks refer to the
 * recording.
 */
async function hideUnlessInUse(
  transaction: Transaction,
  { accountId, recordingId }: RecordingOwner,
  options: { readonly areMarkedTasksLeft: boolean; readonly deleteTasks: boolean },
): Promise<OpenTasks> {
  const { areMarkedTasksLeft, deleteTasks } = options;
  const recordings = await transaction.query<{ endpoint_name: string }>(
    `SELECT endpoint_name FROM recordings
     WHERE id = $1 AND account_id = $2 AND ($3 OR deleted_at IS NULL) FOR UPDATE`,
    [recordingId, accountId, deleteTasks],
  );
  const [recording] = recordings.rows;
  if (!recording) throw new RecordingNotFoundError(recordingId);
  const { rows } = await transaction.query<{ waiting: number; held: number }>(
    `SELECT count(*) FILTER (WHERE status = 'queued')::int AS waiting,
       count(*) FILTER (WHERE status <> 'queued')::int AS held
     FROM tasks WHERE account_id = $2 AND status IN ('queued', 'allocated', 'running') AND recording_id = $1
       AND NOT ($3 AND cancel_requested_at IS NOT NULL)`,
    [recordingId, accountId, areMarkedTasksLeft],
  );
  const { waiting = 0, held = 0 } = rows[0] ?? {};
  if (waiting + held === 0) {
    await hide(transaction, recordingId, deleteTasks);
  }
  return { endpointName: recording.endpoint_name, waiting, held };
}

async function hide(
  transaction: Transaction,
  recordingId: string,
  deleteTasks: boolean,
): Promise<void> {
  await transaction.query(
    'UPDATE recordings SET deleted_at = coalesce(deleted_at, now()) WHERE id = $1',
    [recordingId],
  );
  if (!deleteTasks) return;
  await transaction.query(
    'INSERT INTO recording_purges (recording_id) VALUES ($1) ON CONFLICT DO NOTHING',
    [recordingId],
  );
}

async function findUnmarkedTasks(
  { pool }: Database,
  { accountId, recordingId }: RecordingOwner,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM tasks WHERE account_id = $2 AND status IN ('queued', 'allocated', 'running') AND recording_id = $1
       AND cancel_requested_at IS NULL
     LIMIT $3`,
    [recordingId, accountId, TASKS_PER_READ],
  );
  return rows.map(({ id }) => id);
}
