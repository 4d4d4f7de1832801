import type { Database } from '../database/connect-database.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { LISTED_COLUMNS } from './task-columns.ts';
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
  const { rows } = await pool.query<ListedTask>(
    `SELECT ${LISTED_COLUMNS}
     FROM (
       SELECT place.id FROM unnest($2::task_status[]) wanted (status) CROSS JOIN LATERAL (
         SELECT id, created_at FROM tasks
         WHERE account_id = $1 AND status = wanted.status AND ${conditions.join(' AND ')}
         ORDER BY created_at DESC, id DESC LIMIT $3
       ) place
       ORDER BY place.created_at DESC, place.id DESC LIMIT $3
     ) page JOIN tasks t ON t.id = page.id
     ORDER BY t.created_at DESC, t.id DESC`,
    [accountId, statusesOf(query), query.limit + 1, ...values],
  );
  return { tasks: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
}

/** Only tasks held by a worker can wait for a person, and those are few. */
function statusesOf({ statuses, isWaitingForHuman }: TaskQuery): readonly TaskStatus[] {
  if (!isWaitingForHuman) return statuses;
  return statuses.filter((status) => status === 'allocated' || status === 'running');
}

function filterOf(query: TaskQuery): Filter {
  const { endpointName, recordingId, errorClass, loginQueue, isWaitingForHuman } = query;
  const { createdAfter, createdBefore, after } = query;
  const wanted: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  if (endpointName !== undefined) wanted.push({ sql: 'endpoint_name = ?', values: [endpointName] });
  if (recordingId !== undefined) wanted.push({ sql: 'recording_id = ?', values: [recordingId] });
  if (errorClass !== undefined) wanted.push({ sql: 'error_class = ?', values: [errorClass] });
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
