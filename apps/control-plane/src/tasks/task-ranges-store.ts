import { Prisma } from '../database/generated/client.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { FilterName, Lookups } from './task-filters-store.ts';
import type { TaskSort } from './task-order.ts';
import type { TaskQuery } from './task.ts';

const { sql } = Prisma;

/** Ranges of one index, which together hold all tasks of a query. */
export interface Ranges {
  /** FROM item `lane` with a row for each range. */
  readonly lanes: Prisma.Sql;
  readonly laneCount: number;
  /** Conditions of the range of `lane.key`. */
  readonly where: readonly Prisma.Sql[];
  /** Conditions of all ranges together, without `lane`. */
  readonly whole: readonly Prisma.Sql[];
  /** Filters that `where` covers. */
  readonly replaced: readonly FilterName[];
  /** Further filters whose columns the index has. */
  readonly kept: readonly FilterName[];
}

/** What tasks are sorted by, and which tasks have that value. */
export const KEYS: Readonly<
  Record<TaskSort, { readonly key: Prisma.Sql; readonly has: Prisma.Sql }>
> = {
  created: { key: sql`t.created_at`, has: sql`true` },
  started: { key: sql`t.started_at`, has: sql`t.started_at IS NOT NULL` },
  completed: { key: sql`t.completed_at`, has: sql`t.completed_at IS NOT NULL` },
  duration: {
    key: sql`(t.completed_at - t.started_at)`,
    has: sql`t.started_at IS NOT NULL AND t.completed_at IS NOT NULL`,
  },
};

const ONE = { lanes: sql`(VALUES (true)) AS lane (key)`, laneCount: 1 };
const OPEN: readonly TaskStatus[] = ['queued', 'allocated', 'running'];

/** Prefers the index that leaves the fewest rows to check. */
export function chooseRanges(
  accountId: string,
  { sort = 'created', statuses }: TaskQuery,
  lookups: Lookups & { readonly filters: ReadonlyMap<FilterName, Prisma.Sql> },
): Ranges {
  const { filters, recordings, taskIds } = lookups;
  const ofAccount = sql`t.account_id = ${accountId}::uuid`;
  if (taskIds) return rangesOfIds(ofAccount, taskIds, KEYS[sort].has);
  if (sort !== 'created') return rangeOfKey(ofAccount, sort);
  const queue = filters.get('loginQueue');
  const failure = filters.get('errorClass');
  // There are few open tasks.
  const isOpen = statuses.every((status) => OPEN.includes(status));
  if (queue) return rangesOfStatuses(queue, statuses, 'loginQueue');
  const schedule = filters.get('schedule');
  if (schedule) return rangesOfStatuses(schedule, statuses, 'schedule');
  if (isOpen) return rangesOfStatuses(ofAccount, statuses);
  if (failure) {
    const where = [ofAccount, failure];
    return { ...ONE, where, whole: where, replaced: ['errorClass'], kept: ['created'] };
  }
  if (recordings && !('workspaceId' in recordings)) return rangesOfRecordings(recordings);
  return rangesOfStatuses(ofAccount, statuses);
}

function rangesOfIds(ofAccount: Prisma.Sql, ids: readonly string[], has: Prisma.Sql): Ranges {
  return {
    lanes: sql`unnest(${ids}::uuid[]) AS lane (key)`,
    laneCount: ids.length,
    where: [ofAccount, has, sql`t.id = lane.key`],
    whole: [ofAccount, has, sql`t.id = ANY(${ids}::uuid[])`],
    replaced: ['text'],
    kept: [],
  };
}

function rangeOfKey(ofAccount: Prisma.Sql, sort: TaskSort): Ranges {
  const where = [ofAccount, KEYS[sort].has];
  const kept = sort === 'completed' ? (['completed'] as const) : [];
  return { ...ONE, where, whole: where, replaced: [], kept };
}

function rangesOfRecordings(ids: readonly string[]): Ranges {
  return {
    lanes: sql`unnest(${ids}::uuid[]) AS lane (key)`,
    laneCount: ids.length,
    where: [sql`t.recording_id = lane.key`],
    whole: [sql`t.recording_id = ANY(${ids}::uuid[])`],
    replaced: ['recordings'],
    kept: ['created'],
  };
}

function rangesOfStatuses(
  owner: Prisma.Sql,
  statuses: readonly TaskStatus[],
  /** The filter that `owner` stands for; undefined: the account. */
  ofFilter?: 'loginQueue' | 'schedule',
): Ranges {
  return {
    lanes: sql`unnest(${statuses}::task_status[]) AS lane (key)`,
    laneCount: statuses.length,
    where: [owner, sql`t.status = lane.key`],
    whole: [owner, sql`t.status = ANY(${statuses}::task_status[])`],
    replaced: ofFilter ? ['status', ofFilter] : ['status'],
    kept: ofFilter ? ['created'] : ['created', 'endpoint'],
  };
}
