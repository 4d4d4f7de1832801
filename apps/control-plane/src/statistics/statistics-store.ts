import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { Counted } from './figures.ts';
import type { StatisticRange } from './statistic-range.ts';

export type Grouping = 'status' | 'endpoint_name' | 'error_class' | 'recording_id';

/** Counters of one group in one bucket. Others may have the same group and bucket. */
export interface CountedPart extends Counted {
  readonly starts_at: Date;
  /** Null without a grouping, and for tasks without an error class. */
  readonly value: string | null;
}

/** What the database knows about a range. */
export interface ReadStatistics {
  /** All tasks. */
  readonly parts: readonly CountedPart[];
  /** The tasks of the groups with the most tasks; empty without a grouping. */
  readonly groupParts: readonly CountedPart[];
  readonly hasMoreGroups: boolean;
}

/** The figures that the database keeps about ended tasks. */
export interface StatisticsStore {
  /** Throws InvalidRequestError for a range with too many figures to group. */
  readonly read: (
    accountId: string,
    range: StatisticRange,
    grouping: Grouping | undefined,
  ) => Promise<ReadStatistics>;
}

/** Groups in a response. */
const MAX_GROUPS = 50;
/** Rows that are counted to find the largest groups, and rows of these that are added up. */
const MAX_COUNTED = 200_000;
const MAX_ADDED = 20_000;

const COUNTERS = `starts_at, status, tasks, wait_ms::float, wait_bins, duration_ms::float, duration_bins, cost_usd`;
const IN_RANGE =
  'account_id = $1 AND span = $2::statistic_span AND starts_at >= $3 AND starts_at < $4';

export function createStatisticsStore({ pool }: Pick<Database, 'pool'>): StatisticsStore {
  return {
    async read(accountId, { bucket, from, to }, grouping) {
      const range = [accountId, bucket, from, to];
      const parts = await readTotals(pool, range);
      if (grouping === undefined) return { parts, groupParts: [], hasMoreGroups: false };
      if (grouping === 'status') {
        const groupParts = parts.map((part) => ({ ...part, value: part.status }));
        return { parts, groupParts, hasMoreGroups: false };
      }
      return { parts, ...(await readGroups(pool, range, grouping)) };
    },
  };
}

/** A few rows for each bucket: its totals, and what was not added to them yet. */
async function readTotals(pool: Pool, range: readonly unknown[]): Promise<readonly CountedPart[]> {
  // One statement, because rows move from one table to the other.
  const { rows } = await pool.query<CountedPart & { readonly open_waits: Counted['wait_bins'] }>(
    `SELECT starts_at, status, tasks, wait_ms::float, wait_bins, NULL::jsonb AS open_waits, duration_ms::float,
       duration_bins, NULL::jsonb AS open_durations, cost_usd FROM statistic_totals WHERE ${IN_RANGE}
     UNION ALL
     SELECT starts_at, status, tasks, wait_ms::float, NULL, wait_bins, duration_ms::float, NULL, duration_bins, cost_usd
     FROM task_statistics WHERE ${IN_RANGE} AND NOT is_in_total`,
    [...range],
  );
  return rows.map((row) => toPart(row));
}

type TotalRow = Omit<CountedPart, 'value' | 'wait_bins' | 'duration_bins'> & {
  readonly [Name in 'wait_bins' | 'duration_bins' | 'open_waits' | 'open_durations']?:
    | Counted['wait_bins']
    | null;
};

function toPart({ open_waits: waits, open_durations: durations, ...row }: TotalRow): CountedPart {
  return {
    ...row,
    value: null,
    wait_bins: row.wait_bins ?? waits ?? {},
    duration_bins: row.duration_bins ?? durations ?? {},
  };
}

async function readGroups(
  pool: Pool,
  range: readonly unknown[],
  grouping: Exclude<Grouping, 'status'>,
): Promise<Omit<ReadStatistics, 'parts'>> {
  const value = `coalesce(${grouping}::text, '')`;
  const { rows: groups } = await pool.query<{ value: string; rows: number }>(
    `SELECT value, count(*)::int AS rows FROM (
       SELECT ${value} AS value, tasks FROM task_statistics WHERE ${IN_RANGE} LIMIT ${MAX_COUNTED + 1}
     ) counted GROUP BY value ORDER BY sum(tasks) DESC, value COLLATE "C"`,
    [...range],
  );
  const chosen = groups.slice(0, MAX_GROUPS);
  const isBounded = countRows(groups) <= MAX_COUNTED && countRows(chosen) <= MAX_ADDED;
  if (!isBounded) throw tooMany(grouping);
  const { rows } = await pool.query<CountedPart>(
    `SELECT ${COUNTERS}, nullif(${value}, '') AS value FROM task_statistics
     WHERE ${IN_RANGE} AND ${value} = ANY($5)`,
    [...range, chosen.map((group) => group.value)],
  );
  return { groupParts: rows, hasMoreGroups: groups.length > MAX_GROUPS };
}

function countRows(groups: readonly { readonly rows: number }[]): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0);
}

function tooMany(grouping: Grouping): InvalidRequestError {
  const msg = `has too many figures of ${grouping} in this range: give a later from, or bucket=day`;
  return new InvalidRequestError([{ loc: ['query', 'group_by'], msg, type: 'range' }]);
}
