import type { Database } from '../database/connect-database.ts';

const MAX_RESULT_LENGTH = 10_000;

/** Fields of the older form of a task that the task list lacks. */
export interface OlderTaskView {
  /** The requested goal, or the description of the recording. */
  readonly goal: string;
  /** Null while the task has not ended, or when it extracted nothing. */
  readonly result: string | null;
  /** Percent; null unless the task is running. */
  readonly progress: number | null;
}

export interface InferenceRequestStore {
  /** Keyed by task id. */
  read: (
    tasks: readonly { readonly task_id: string }[],
  ) => Promise<ReadonlyMap<string, OlderTaskView>>;
}

export function createInferenceRequestStore({ pool }: Database): InferenceRequestStore {
  return {
    async read(tasks) {
      const { rows } = await pool.query<OlderTaskView & { id: string }>(
        `SELECT t.id, coalesce(t.goal, r.description) AS goal,
           CASE WHEN t.completed_at IS NOT NULL THEN left(
             CASE WHEN jsonb_array_length(o.output_data) = 1 AND o.output_data->0 ? 'text' THEN o.output_data->0->>'text'
               ELSE nullif(o.output_data::text, '[]') END, $2) END AS result,
           CASE WHEN t.status = 'running' THEN least(100, (
             SELECT count(DISTINCT substring(s.node_path FROM '^nodes\\[\\d+\\]')) FROM steps s
             WHERE s.task_id = t.id AND s.lease_epoch = t.lease_epoch
           ) * 100 / greatest(1, (
             SELECT jsonb_array_length(v.automation->'nodes') FROM recording_versions v WHERE v.id = t.recording_version_id
           )))::int END AS progress
         FROM tasks t JOIN recordings r ON r.id = t.recording_id LEFT JOIN task_outputs o ON o.task_id = t.id
         WHERE t.id = ANY($1::uuid[])`,
        [tasks.map((task) => task.task_id), MAX_RESULT_LENGTH],
      );
      return new Map(rows.map(({ id, ...view }) => [id, view]));
    },
  };
}
