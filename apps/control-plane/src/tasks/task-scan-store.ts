import { Prisma } from '../database/generated/client.ts';
import { TASK_STATUSES } from '../task-rows/task-status.ts';
import { type FilterName, type Lookups, writeFilters } from './task-filters-store.ts';
import type { TaskPlace } from './task-order.ts';
import { chooseRanges, KEYS } from './task-ranges-store.ts';
import type { TaskQuery } from './task.ts';

const { sql } = Prisma;

/** How to read the tasks of a query from an index: several ranges, and the checks for each row. */
export interface TaskScan {
  /** FROM item `lane` with a row for each range. */
  readonly lanes: Prisma.Sql;
  readonly laneCount: number;
  /** Conditions that bound the range of a lane; the index has all their columns. */
  readonly within: readonly Prisma.Sql[];
  /** Conditions that rows of the range may fail. */
  readonly besides: readonly Prisma.Sql[];
  /** The conditions of all ranges together, without `lane`. */
  readonly whole: readonly Prisma.Sql[];
}

/** The SQL of a query's order. */
export function orderOf({ sort = 'created', order = 'desc' }: TaskQuery) {
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`;
  const follows = order === 'asc' ? sql`>` : sql`<`;
  const { key } = KEYS[sort];
  return {
    key,
    /** Compares a task with an earlier one of the list. */
    follows,
    by: (of: Prisma.Sql) => sql`ORDER BY ${of} ${direction}, t.id ${direction}`,
    /** Whether a task comes after the position. */
    isAfter(place: TaskPlace): Prisma.Sql {
      const value =
        sort === 'duration'
          ? sql`make_interval(secs => ${place.key}::float8 / 1000)`
          : sql`${place.key}::timestamptz`;
      return sql`(${key}, t.id) ${follows} (${value}, ${place.id}::uuid)`;
    },
  };
}

export function planScan(accountId: string, query: TaskQuery, lookups: Lookups): TaskScan {
  const filters = writeFilters(accountId, query, lookups);
  const ranges = chooseRanges(accountId, query, { filters, ...lookups });
  const taken = new Set<FilterName>([...ranges.replaced, ...ranges.kept]);
  if (TASK_STATUSES.every((status) => query.statuses.includes(status))) taken.add('status');
  const kept = ranges.kept.flatMap((name) => filters.get(name) ?? []);
  const { sort = 'created', completedBefore } = query;
  // Debug sessions are tasks only internally.
  kept.push(sql`t.kind = 'task'`);
  // A task is created before it completes.
  if (sort === 'created' && completedBefore) kept.push(sql`t.created_at < ${completedBefore}`);
  return {
    lanes: ranges.lanes,
    laneCount: ranges.laneCount,
    within: [...ranges.where, ...kept],
    besides: [...filters].flatMap(([name, condition]) => (taken.has(name) ? [] : [condition])),
    whole: [...ranges.whole, ...kept],
  };
}
