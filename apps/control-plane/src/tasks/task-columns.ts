import { inputFilesOf } from '../input-files/input-files-of.ts';
import { FAILURE_STATUS } from '../task-rows/failure-status.ts';
import { writeTime } from '../task-rows/write-time.ts';

// SQL for the members of a task `t`, with the names and formats of the API.

const WAITING_FOR_HUMAN = `(
  SELECT jsonb_build_object('since', ${writeTime('w.started_at')}, 'until', ${writeTime('w.wait_until')},
    'node_path', w.node_path, 'page_url', w.page_url)
  FROM human_waits w WHERE w.task_id = t.id AND w.ended_at IS NULL)`;

const ATTEMPTS = `(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'attempt', a.lease_epoch, 'allocated_at', ${writeTime('a.allocated_at')},
    'started_at', ${writeTime('a.started_at')}, 'ended_at', ${writeTime('a.ended_at')},
    'outcome', a.outcome, 'error_class', a.error_class, 'error', a.error
  ) ORDER BY a.lease_epoch), '[]') FROM attempts a WHERE a.task_id = t.id)`;

function readOutput(column: string): string {
  return `coalesce((SELECT o.${column} FROM task_outputs o WHERE o.task_id = t.id), '[]') AS ${column}`;
}

/** Members that the status operations return. */
export const STATUS_COLUMNS = `t.id AS task_id, t.status, t.error,
  ${writeTime('t.created_at')} AS created_at, ${writeTime('t.allocated_at')} AS allocated_at,
  ${writeTime('t.started_at')} AS started_at, ${writeTime('t.completed_at')} AS completed_at`;

/** Members that lists of tasks return. */
export const LISTED_COLUMNS = `${STATUS_COLUMNS}, t.endpoint_name, t.recording_id, t.priority,
  t.error_class, t.error_node_path, ${FAILURE_STATUS} AS http_status,
  t.infrastructure_retries + t.automation_retries AS retry_count,
  t.cancel_requested_at IS NOT NULL AS cancel_requested,
  ${WAITING_FOR_HUMAN} AS waiting_for_human`;

/** Lists omit the inputs of a task above this size, in bytes of its row. */
export const PREVIEW_BYTES = 2_000;

/** Large inputs are not read at all; compressed ones may turn out to be large. */
export const INPUT_PREVIEW = `(CASE WHEN pg_column_size(t.input_parameters) <= ${PREVIEW_BYTES} THEN
    CASE WHEN octet_length(t.input_parameters::text) <= ${PREVIEW_BYTES} THEN t.input_parameters END
  END) AS input_parameters`;

/** Members of a whole task that are read from its row and the rows that belong to it. */
export const DETAIL_COLUMNS = `${LISTED_COLUMNS}, t.error_page_url,
  t.input_parameters, t.unique_parameter_names, t.max_timeout_in_minutes, t.use_proxy,
  t.is_dedicated, t.max_retries, t.retry_of,
  (SELECT c.start_node_path FROM task_continuations c WHERE c.task_id = t.id) AS continued_from, t.schedule_id, t.model_usage, ${inputFilesOf('t.id')},
  ${writeTime('t.files_deleted_at')} AS files_deleted_at,
  (SELECT q.key FROM login_queues q WHERE q.id = t.login_queue_id) AS login_queue,
  (SELECT v.version FROM recording_versions v WHERE v.id = t.recording_version_id) AS recording_version,
  ${readOutput('output_data')}, ${readOutput('for_loop_status')}, ${ATTEMPTS} AS attempts`;
