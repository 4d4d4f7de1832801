import type { Transaction } from '../database/transaction.ts';
import type { BucketFigures, Counted } from './figures.ts';
import type { Bucket, StatisticRange } from './statistic-range.ts';

export const GROUPINGS = ['status', 'endpoint_name', 'error_class', 'recording_id'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Figures of a group: all tasks (an empty value), or those with a value of the grouping. */
export interface GroupKey {
  readonly grouping: 'all' | Grouping;
  /** Empty for tasks without an error class. */
  readonly value: string;
}

/** A row that is in no total yet. Others may have the same values and bucket. */
export interface OpenRow extends Counted {
  readonly span: Bucket;
  readonly starts_at: Date;
  readonly values: Readonly<Record<Grouping, string | null>>;
}

/** The total of a group in an hour or day. */
export interface TotalRow extends Counted, GroupKey {
  readonly span: Bucket;
  readonly starts_at: Date;
}

const isOfStatus = (status: string): string =>
  `CASE WHEN status = '${status}' THEN tasks ELSE 0 END AS ${status}`;
const TIMES = 'wait_ms::float, wait_bins, duration_ms::float, duration_bins, cost_usd';

/** The columns of an OpenRow. */
export const OPEN_COLUMNS = `span, starts_at, ${['success', 'failed', 'cancelled'].map(isOfStatus).join(', ')}, ${TIMES},
  json_build_object('status', status, 'endpoint_name', endpoint_name, 'error_class', error_class,
    'recording_id', recording_id) AS values`;
/** The columns of a TotalRow. */
export const TOTAL_COLUMNS = `grouping, value, span, starts_at, success, failed, cancelled, ${TIMES}`;

export function valueIn(grouping: GroupKey['grouping'], { values }: OpenRow): string {
  return grouping === 'all' ? '' : (values[grouping] ?? '');
}

const RANGES =
  'unnest($2::statistic_span[], $3::timestamptz[], $4::timestamptz[]) AS range(span, since, before)';
const KEYS = 'unnest($5::text[], $6::text[]) AS key(grouping, value)';

function columnsOf(ranges: readonly StatisticRange[]): readonly unknown[] {
  return [
    ranges.map(({ bucket }) => bucket),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
  ];
}

/** The rows of the account in the ranges that are in no total yet. */
export async function readOpenRows(
  on: Transaction,
  accountId: string,
  ranges: readonly StatisticRange[],
): Promise<readonly OpenRow[]> {
  const { rows } = await on.query<OpenRow>(
    `SELECT ${OPEN_COLUMNS} FROM ${RANGES} JOIN task_statistics USING (span)
     WHERE account_id = $1 AND starts_at >= since AND starts_at < before AND NOT is_in_total`,
    [accountId, ...columnsOf(ranges)],
  );
  return rows;
}

/** The totals of the groups in the ranges. */
export async function readTotals(
  on: Transaction,
  accountId: string,
  {
    ranges,
    keys,
  }: { readonly ranges: readonly StatisticRange[]; readonly keys: readonly GroupKey[] },
): Promise<readonly TotalRow[]> {
  const { rows } = await on.query<TotalRow>(
    `SELECT ${TOTAL_COLUMNS} FROM ${RANGES} CROSS JOIN ${KEYS} JOIN statistic_totals USING (span, grouping, value)
     WHERE account_id = $1 AND starts_at >= since AND starts_at < before`,
    [accountId, ...columnsOf(ranges), ...columnsOfKeys(keys)],
  );
  return rows;
}

/** The figures of each group by hour or day as they were written, oldest first. */
export async function readFigures(
  on: Transaction,
  accountId: string,
  { range, keys }: { readonly range: StatisticRange; readonly keys: readonly GroupKey[] },
): Promise<readonly (GroupKey & { readonly buckets: readonly BucketFigures[] })[]> {
  const { rows } = await on.query<GroupKey & { readonly buckets: readonly BucketFigures[] }>(
    `SELECT grouping, value, json_agg(figures ORDER BY starts_at) AS buckets
     FROM ${RANGES} CROSS JOIN ${KEYS} JOIN statistic_totals USING (span, grouping, value)
     WHERE account_id = $1 AND starts_at >= since AND starts_at < before GROUP BY grouping, value`,
    [accountId, ...columnsOf([range]), ...columnsOfKeys(keys)],
  );
  return rows;
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
