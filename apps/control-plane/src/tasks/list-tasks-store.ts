import type { Database } from '../database/connect-database.ts';
import type { ListedTask, TaskPage, TaskQuery } from './task.ts';

/** What a page is cut out of: places in the order of the list. */
interface Filter {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Newest first. Merges one short index scan for each status, so that the cost of a page depends neither on how many tasks
 * there are nor on how many the filter leaves out.
 */
export async function listTasks(
  { pool }: Database,
  accountId: string,
  query: TaskQuery,
): Promise<TaskPage> {
  const { conditions, values } = filterOf(query);
  const { rows } = await pool.query<ListedTask>(
    `SELECT t.id AS "taskId", t.recording_id AS "recordingId", t.endpoint_name AS "endpointName", t.status, t.priority,
       t.created_at AS "createdAt", t.allocated_at AS "allocatedAt", t.started_at AS "startedAt",
       t.completed_at AS "completedAt", t.error, t.error_class AS "errorClass",
       t.infrastructure_retries + t.automation_retries AS "retryCount",
       t.cancel_requested_at IS NOT NULL AS "isCancelRequested"
     FROM (
       SELECT place.id FROM unnest($2::task_status[]) wanted (status) CROSS JOIN LATERAL (
         SELECT id, created_at FROM tasks
         WHERE account_id = $1 AND status = wanted.status AND ${conditions.join(' AND ')}
         ORDER BY created_at DESC, id DESC LIMIT $3
       ) place
       ORDER BY place.created_at DESC, place.id DESC LIMIT $3
     ) page JOIN tasks t ON t.id = page.id
     ORDER BY t.created_at DESC, t.id DESC`,
    [accountId, query.statuses, query.limit + 1, ...values],
  );
  return { tasks: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
}

function filterOf(query: TaskQuery): Filter {
  const { endpointName, loginQueue, createdAfter, createdBefore, after } = query;
  const wanted: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  if (endpointName !== undefined) wanted.push({ sql: 'endpoint_name = ?', values: [endpointName] });
  if (loginQueue !== undefined) {
    const sql = 'login_queue_id = (SELECT id FROM login_queues WHERE account_id = $1 AND key = ?)';
    wanted.push({ sql, values: [loginQueue] });
  }
  if (createdAfter) wanted.push({ sql: 'created_at >= ?', values: [createdAfter] });
  if (createdBefore) wanted.push({ sql: 'created_at < ?', values: [createdBefore] });
  if (after) wanted.push({ sql: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] });
  // The first three parameters are the query's own.
  let position = 3;
  const conditions = wanted.map(({ sql }) => sql.replaceAll('?', () => `$${(position += 1)}`));
  return { conditions: ['true', ...conditions], values: wanted.flatMap(({ values }) => values) };
}
