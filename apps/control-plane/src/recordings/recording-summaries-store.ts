import type { Database } from '../database/connect-database.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';

/** Recent results of a recording's tasks. */
export interface RecordingResults {
  readonly lastTask:
    | {
        readonly taskId: string;
        readonly status: TaskStatus;
        readonly createdAt: Date;
        readonly completedAt: Date | null;
      }
    | undefined;
  /** Of the last 50 tasks that succeeded or failed, among the newest 100. */
  readonly successCount: number;
  readonly failedCount: number;
}

interface Row {
  readonly recordingId: string;
  readonly taskId: string | null;
  readonly status: TaskStatus;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly successCount: number;
  readonly failedCount: number;
}

/** Reads at most 101 tasks of each recording from an index. */
export async function readResults(
  pool: Database['pool'],
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, RecordingResults>> {
  const { rows } = await pool.query<Row>(
    `SELECT r.id AS "recordingId", last.id AS "taskId", last.status, last.created_at AS "createdAt",
       last.completed_at AS "completedAt", recent."successCount", recent."failedCount"
     FROM unnest($1::uuid[]) r (id)
     LEFT JOIN LATERAL (
       SELECT id, status, created_at, completed_at FROM tasks WHERE recording_id = r.id
       ORDER BY created_at DESC, id DESC LIMIT 1
     ) last ON true
     CROSS JOIN LATERAL (
       SELECT (count(*) FILTER (WHERE status = 'success'))::int AS "successCount",
         (count(*) FILTER (WHERE status = 'failed'))::int AS "failedCount"
       FROM (
         SELECT status FROM (
           SELECT status, created_at, id FROM tasks WHERE recording_id = r.id
           ORDER BY created_at DESC, id DESC LIMIT 100
         ) newest WHERE status IN ('success', 'failed') ORDER BY created_at DESC, id DESC LIMIT 50
       ) ended
     ) recent`,
    [recordingIds],
  );
  return new Map(rows.map((row) => [row.recordingId, toResults(row)]));
}

function toResults({ taskId, status, createdAt, completedAt, ...counts }: Row): RecordingResults {
  const { successCount, failedCount } = counts;
  const lastTask = taskId === null ? undefined : { taskId, status, createdAt, completedAt };
  return { lastTask, successCount, failedCount };
}
