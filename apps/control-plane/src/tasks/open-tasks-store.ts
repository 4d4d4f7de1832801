import type { Database } from '../database/connect-database.ts';
import { Prisma } from '../database/generated/client.ts';
import { writeFilters } from './task-filters-store.ts';
import { lookUp } from './task-lookups-store.ts';
import type { TaskQuery } from './task.ts';

const { sql, join } = Prisma;

export type OpenStatus = 'queued' | 'allocated' | 'running';

/** The filters of a list that open tasks can match. */
export interface OpenQuery extends Pick<
  TaskQuery,
  | 'endpointName'
  | 'recordingId'
  | 'workspaceId'
  | 'scheduleId'
  | 'loginQueue'
  | 'isWaitingForHuman'
  | 'text'
  | 'createdAfter'
  | 'createdBefore'
  | 'limit'
> {
  readonly statuses: readonly OpenStatus[];
}

/**
 * Finds tasks that can be cancelled and have no requested cancellation. Uses an index, even for an
 * endpoint with few tasks among many others.
 */
export async function findOpenTasks(
  { pool }: Database,
  accountId: string,
  query: OpenQuery,
): Promise<readonly string[]> {
  const lookups = await lookUp(pool, accountId, query);
  const filters = new Map(writeFilters(accountId, query, lookups));
  // As in a list, the start of an id finds only the tasks with such an id.
  if (lookups.taskIds) filters.set('text', sql`t.id = ANY(${lookups.taskIds}::uuid[])`);
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT t.id FROM tasks t WHERE t.account_id = ${accountId}::uuid AND ${join([...filters.values()], ' AND ')}
      AND t.status IN ('queued', 'allocated', 'running') AND t.cancel_requested_at IS NULL AND t.kind = 'task'
    LIMIT ${query.limit}`);
  return rows.map(({ id }) => id);
}
