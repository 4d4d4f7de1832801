import type { Transaction } from '../database/transaction.ts';
import type { BucketFigures, Counted } from './figures.ts';
import { JsonText } from '../http/json-text.ts';
import { FINAL_STATUSES } from '../task-rows/task-status.ts';
import { readBins, runOf, runsOf } from './histogram.ts';
import type { Bucket, StatisticRange } from './statistic-range.ts';

export const GROUPINGS = ['status', 'endpoint_name', 'error_class', 'recording_id'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Identifies a group: all tasks (an empty value), or those with a value of the grouping. */
export interface GroupKey {
  readonly grouping: 'all' | Grouping;
  /** Empty for tasks without an error class. */
  readonly value: string;
}

/** A row that is not yet part of a total. Other rows may have the same values and bucket. */
export interface OpenRow extends Counted, Readonly<Record<Grouping, string | null>> {
  readonly span: Bucket;
  readonly starts_at: Date;
}

/** The rows of a group in an hour or day that are not yet part of a total, added up. */
export interface OpenSum extends Counted, GroupKey {
  readonly span: Bucket;
  readonly starts_at: Date;
}

/** The total of a group in an hour or day. */
export interface TotalRow extends Counted, GroupKey {
  readonly span: Bucket;
  readonly starts_at: Date;
}

/** The sum of the totals of a group. */
export interface SummedTotal extends Counted, GroupKey {}

const tasksOf = (status: string): string => `CASE WHEN status = '${status}' THEN tasks ELSE 0 END`;
const TIMES = 'wait_ms::float, wait_bins::text, duration_ms::float, duration_bins::text, cost_usd';
const RUNS = `wait_ms::float, ${runOf('wait_bins')} AS wait_bins,
  duration_ms::float, ${runOf('duration_bins')} AS duration_bins, cost_usd`;
const SUMS = `sum(success)::float AS success, sum(failed)::float AS failed, sum(cancelled)::float AS cancelled,
  sum(wait_ms)::float AS wait_ms, ${runsOf('wait_bins')} AS wait_bins,
  sum(duration_ms)::float AS duration_ms, ${runsOf('duration_bins')} AS duration_bins,
  sum(cost_usd) AS cost_usd`;
const OPEN_SUMS = `${FINAL_STATUSES.map((status) => `sum(${tasksOf(status)})::float AS ${status}`).join(', ')},
  sum(wait_ms)::float AS wait_ms, string_agg(wait_bins::text, '') AS wait_bins,
  sum(duration_ms)::float AS duration_ms, string_agg(duration_bins::text, '') AS duration_bins,
  sum(cost_usd) AS cost_usd`;

/** A row whose bins are text: JSON of `task_statistics`, or runs in base64. */
type Written<Row> = Omit<Row, 'wait_bins' | 'duration_bins'> &
  Readonly<Record<'wait_bins' | 'duration_bins', string>>;
/** A row of OPEN_COLUMNS. */
export type WrittenOpenRow = Written<OpenRow>;

/** The columns from which `readOpenRow` reads an OpenRow. */
export const OPEN_COLUMNS = `span, starts_at, ${FINAL_STATUSES.map((status) => `${tasksOf(status)} AS ${status}`).join(', ')}, ${TIMES}, ${GROUPINGS.join(', ')}`;
/** The columns of a TotalRow. */
export const TOTAL_COLUMNS = `grouping, value, span, starts_at, success, failed, cancelled, ${RUNS}`;

export function readOpenRow<Row extends Written<Counted>>(row: Row) {
  return {
    ...row,
    wait_bins: readBins(row.wait_bins),
    duration_bins: readBins(row.duration_bins),
  };
}

export function valueIn(grouping: GroupKey['grouping'], row: OpenRow): string {
  return grouping === 'all' ? '' : (row[grouping] ?? '');
}

const RANGES =
  'unnest($2::statistic_span[], $3::timestamptz[], $4::timestamptz[]) AS range(span, since, before)';
const KEYS = 'unnest($5::text[], $6::text[]) WITH ORDINALITY AS key(grouping, value, place)';

function columnsOf(ranges: readonly StatisticRange[]): readonly unknown[] {
  return [
    ranges.map(({ bucket }) => bucket),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
  ];
}

/**
 * The rows of the account in the ranges that are not yet part of a total, added up by bucket and by
 * value of the grouping. A range has hundreds of such rows, so PostgreSQL adds them up.
 */
export async function sumOpenRows(
  on: Transaction,
  accountId: string,
  { ranges, grouping }: { ranges: readonly StatisticRange[]; grouping: Grouping | undefined },
): Promise<readonly OpenSum[]> {
  const value = grouping === undefined ? "''" : `coalesce(${grouping}::text, '')`;
  const { rows } = await on.query<Written<Omit<OpenSum, 'grouping'>>>(
    `SELECT span, starts_at, ${value} AS value, ${OPEN_SUMS} FROM ${RANGES} JOIN task_statistics USING (span)
     WHERE account_id = $1 AND starts_at >= since AND starts_at < before AND NOT is_in_total GROUP BY 1, 2, 3`,
    [accountId, ...columnsOf(ranges)],
  );
  return rows.map((row) => ({ ...readOpenRow(row), grouping: grouping ?? 'all' }));
}

interface Wanted {
  readonly ranges: readonly StatisticRange[];
  readonly keys: readonly GroupKey[];
}

const OF_GROUPS = `FROM ${RANGES} CROSS JOIN ${KEYS} JOIN statistic_totals USING (span, grouping, value)
  WHERE account_id = $1 AND starts_at >= since AND starts_at < before`;

/** The totals of the groups in the ranges. */
export async function readTotals(
  on: Transaction,
  accountId: string,
  { ranges, keys }: Wanted,
): Promise<readonly TotalRow[]> {
  if (ranges.length === 0) return [];
  const { rows } = await on.query<TotalRow>(`SELECT ${TOTAL_COLUMNS} ${OF_GROUPS}`, [
    accountId,
    ...columnsOf(ranges),
    ...columnsOfKeys(keys),
  ]);
  return rows;
}

/** The totals of the ranges, summed by group. */
export async function sumTotals(
  on: Transaction,
  accountId: string,
  { ranges, keys }: Wanted,
): Promise<readonly SummedTotal[]> {
  const { rows } = await on.query<Placed & Summed>(
    `SELECT place::int, ${SUMS} ${OF_GROUPS} GROUP BY place`,
    [accountId, ...columnsOf(ranges), ...columnsOfKeys(keys)],
  );
  return rows.map((row) => ({ ...readSums(row), ...keyAt(keys, row) }));
}

/** Columns of SUMS. */
type Summed = Written<Counted>;

function readSums(row: Summed): Counted {
  return {
    ...row,
    wait_bins: Buffer.from(row.wait_bins, 'base64'),
    duration_bins: Buffer.from(row.duration_bins, 'base64'),
  };
}

/**
 * Rows name a group by its index, from 1, because sorting values by a locale's collation is slow.
 */
interface Placed {
  readonly place: number;
}

function keyAt(keys: readonly GroupKey[], { place }: Placed): GroupKey {
  const key = keys[place - 1];
  if (!key) throw new Error(`There is no group ${place}.`);
  return key;
}

/** Figures of buckets as they were written, oldest first, separated by commas. */
export interface WrittenFigures extends GroupKey {
  /** How many of the open buckets precede them. */
  readonly opened: number;
  readonly figures: JsonText<BucketFigures>;
}

interface FiguresWanted {
  readonly range: StatisticRange;
  readonly keys: readonly GroupKey[];
  /** Sorted. */
  readonly opened: readonly Date[];
}

/** The figures of each group, without those of the open buckets. */
export async function readFigures(
  on: Transaction,
  accountId: string,
  { range, keys, opened }: FiguresWanted,
): Promise<readonly WrittenFigures[]> {
  if (keys.length === 0) return [];
  const { rows } = await on.query<Placed & { opened: number; figures: string }>(
    `SELECT ${WRITTEN} ${OF_CLOSED}`,
    [accountId, ...columnsOf([range]), ...columnsOfKeys(keys), opened],
  );
  return rows.map((row) => ({ ...keyAt(keys, row), ...writtenIn(row) }));
}

/** Figures without open buckets, and sums of the totals, in one pass. */
export async function readSummedFigures(
  on: Transaction,
  accountId: string,
  { range, keys, opened }: FiguresWanted,
): Promise<{
  readonly figures: readonly WrittenFigures[];
  readonly sums: readonly SummedTotal[];
}> {
  const { rows } = await on.query<Placed & Summed & { opened: number; figures: string }>(
    `SELECT ${WRITTEN}, ${SUMS} ${OF_CLOSED}`,
    [accountId, ...columnsOf([range]), ...columnsOfKeys(keys), opened],
  );
  return {
    figures: rows.map((row) => ({ ...keyAt(keys, row), ...writtenIn(row) })),
    sums: rows.map((row) => ({ ...readSums(row), ...keyAt(keys, row) })),
  };
}

// A FILTER would make PostgreSQL sort the rows of each group again.
const WRITTEN = `place::int, width_bucket(starts_at, $7::timestamptz[]) AS opened,
  string_agg(figures::text, ',' ORDER BY starts_at) AS figures`;
const OF_CLOSED = `${OF_GROUPS} AND starts_at <> ALL ($7) GROUP BY 1, 2`;

function writtenIn({ opened, figures }: { readonly opened: number; readonly figures: string }) {
  return { opened, figures: new JsonText<BucketFigures>(figures) };
}

/** The figures of all tasks by the start of their bucket, in milliseconds. */
export async function readFiguresOfAll(
  on: Transaction,
  accountId: string,
  { bucket, from, to }: StatisticRange,
): Promise<ReadonlyMap<number, JsonText<BucketFigures>>> {
  const { rows } = await on.query<{ at: number; figures: string }>(
    `SELECT 1000 * extract(epoch FROM starts_at)::float AS at, figures::text FROM statistic_totals
     WHERE account_id = $1 AND span = $2 AND grouping = 'all' AND value = '' AND starts_at >= $3 AND starts_at < $4`,
    [accountId, bucket, from, to],
  );
  return new Map(rows.map(({ at, figures }) => [at, new JsonText(figures)]));
}

function columnsOfKeys(keys: readonly GroupKey[]): readonly unknown[] {
  return [keys.map(({ grouping }) => grouping), keys.map(({ value }) => value)];
}

/** How many tasks are in the totals of each value. Undefined for more rows than `limit`. */
export async function countByValue(
  on: Transaction,
  accountId: string,
  {
    ranges,
    grouping,
    limit,
  }: {
    readonly ranges: readonly StatisticRange[];
    readonly grouping: Grouping;
    readonly limit: number;
  },
): Promise<ReadonlyMap<string, number> | undefined> {
  const { rows } = await on.query<{ value: string; tasks: number; rows: number }>(
    `SELECT value, sum(tasks)::float AS tasks, count(*)::int AS rows FROM (
       SELECT value, tasks FROM ${RANGES} JOIN statistic_totals USING (span)
       WHERE account_id = $1 AND grouping = $5 AND starts_at >= since AND starts_at < before LIMIT $6 + 1
     ) counted GROUP BY value`,
    [accountId, ...columnsOf(ranges), grouping, limit],
  );
  const counted = rows.reduce((sum, row) => sum + row.rows, 0);
  return counted > limit ? undefined : new Map(rows.map(({ value, tasks }) => [value, tasks]));
}
