import type { Database } from '../database/connect-database.ts';
import { FAILURE_STATUS } from '../task-rows/failure-status.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { ListedTask, TaskPage, TaskQuery } from './task.ts';

const WAITS_FOR_HUMAN =
  'EXISTS (SELECT FROM human_waits w WHERE w.task_id = tasks.id AND w.ended_at IS NULL)';

/** Conditions that select the tasks of a page. */
interface Filter {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Lists tasks, newest first. Merges one short index scan for each status, so that the cost of a
 * page depends neither on how many tasks exist nor on how many the filter excludes.
 */
export async function listTasks(
  { pool }: Database,
  accountId: string,
  query: TaskQuery,
): Promise<TaskPage> {
  const { conditions, values } = filterOf(query);
  const { rows } = await pool.query<Row>(
    `SELECT t.id AS "taskId", t.recording_id AS "recordingId", t.endpoint_name AS "endpointName", t.status, t.priority,
       t.created_at AS "createdAt", t.allocated_at AS "allocatedAt", t.started_at AS "startedAt",
       t.completed_at AS "completedAt", t.error, t.error_class AS "errorClass",
       t.error_node_path AS "errorNodePath", ${FAILURE_STATUS} AS "httpStatus",
       t.infrastructure_retries + t.automation_retries AS "retryCount",
       t.cancel_requested_at IS NOT NULL AS "isCancelRequested",
       w.started_at, w.wait_until, w.node_path, w.page_url
     FROM (
       SELECT place.id FROM unnest($2::task_status[]) wanted (status) CROSS JOIN LATERAL (
         SELECT id, created_at FROM tasks
         WHERE account_id = $1 AND status = wanted.status AND ${conditions.join(' AND ')}
         ORDER BY created_at DESC, id DESC LIMIT $3
       ) place
       ORDER BY place.created_at DESC, place.id DESC LIMIT $3
     ) page JOIN tasks t ON t.id = page.id LEFT JOIN human_waits w ON w.task_id = t.id AND w.ended_at IS NULL
     ORDER BY t.created_at DESC, t.id DESC`,
    [accountId, statusesOf(query), query.limit + 1, ...values],
  );
  return { tasks: rows.slice(0, query.limit).map(toListed), hasMore: rows.length > query.limit };
}

type Row = Omit<ListedTask, 'waitingForHuman'> & {
  readonly started_at: Date | null;
  readonly wait_until: Date;
  readonly node_path: string;
  readonly page_url: string;
};

function toListed({ started_at, wait_until, node_path, page_url, ...task }: Row): ListedTask {
  const wait = { waitUntil: wait_until, nodePath: node_path, pageUrl: page_url };
  return { ...task, waitingForHuman: started_at && { startedAt: started_at, ...wait } };
}

/** Only tasks held by a worker can wait for a person, and those are few. */
function statusesOf({ statuses, isWaitingForHuman }: TaskQuery): readonly TaskStatus[] {
  if (!isWaitingForHuman) return statuses;
  return statuses.filter((status) => status === 'allocated' || status === 'running');
}

function filterOf(query: TaskQuery): Filter {
  const { endpointName, loginQueue, isWaitingForHuman, createdAfter, createdBefore, after } = query;
  const wanted: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  if (endpointName !== undefined) wanted.push({ sql: 'endpoint_name = ?', values: [endpointName] });
  if (loginQueue !== undefined) {
    const sql = 'login_queue_id = (SELECT id FROM login_queues WHERE account_id = $1 AND key = ?)';
    wanted.push({ sql, values: [loginQueue] });
  }
  if (isWaitingForHuman !== undefined) {
    wanted.push({ sql: `${WAITS_FOR_HUMAN} = ?`, values: [isWaitingForHuman] });
  }
  if (createdAfter) wanted.push({ sql: 'created_at >= ?', values: [createdAfter] });
  if (createdBefore) wanted.push({ sql: 'created_at < ?', values: [createdBefore] });
  if (after) wanted.push({ sql: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] });
  // The query uses the first three parameters itself.
  let position = 3;
  const conditions = wanted.map(({ sql }) => sql.replaceAll('?', () => `$${(position += 1)}`));
  return { conditions: ['true', ...conditions], values: wanted.flatMap(({ values }) => values) };
}
