import { z } from 'zod';
import type { Database } from '../database/connect-database.ts';
import { Prisma } from '../database/generated/client.ts';
import { orderOf, type TaskScan } from './task-scan-store.ts';
import type { TaskQuery, TaskTotal } from './task.ts';

const { sql, join } = Prisma;

/** Totals beyond this are estimated. */
export const MAX_COUNTED = 2_000;

const plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/**
 * Counts the tasks of a query on all its pages, checking up to `MAX_COUNTED` rows. Beyond that,
 * multiplies the planner's estimate of the rows by the share of checked rows that matched.
 */
export async function countTasks(
  pool: Database['pool'],
  scan: TaskScan,
  query: TaskQuery,
): Promise<TaskTotal> {
  const { rows } = await pool.query<{ checked: number; passed: number }>(writeCount(scan, query));
  const { checked, passed } = { checked: 0, passed: 0, ...rows[0] };
  if (checked <= MAX_COUNTED) return { count: passed, isExact: true };
  const estimated = await pool.query<{ 'QUERY PLAN': unknown }>(
    sql`EXPLAIN (FORMAT JSON) SELECT FROM tasks t WHERE ${join(scan.whole, ' AND ')}`,
  );
  const [{ Plan: whole }] = plan.parse(estimated.rows[0]?.['QUERY PLAN']);
  const share = passed / checked;
  return { count: Math.max(passed, Math.round(whole['Plan Rows'] * share)), isExact: false };
}

/** Counts in index order, because another order could read the whole table. */
export function writeCount(scan: TaskScan, query: TaskQuery): Prisma.Sql {
  const { key } = orderOf(query);
  const limit = MAX_COUNTED + 1;
  const passes = scan.besides.length > 0 ? join(scan.besides, ' AND ') : sql`true`;
  return sql`
    SELECT count(*)::int AS checked, (count(*) FILTER (WHERE ${passes}))::int AS passed FROM (
      SELECT t.* FROM ${scan.lanes} CROSS JOIN LATERAL (
        SELECT t.* FROM tasks t WHERE ${join(scan.within, ' AND ')} ORDER BY ${key} DESC LIMIT ${limit}
      ) t LIMIT ${limit}
    ) t`;
}
