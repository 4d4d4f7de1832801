import { FINAL_STATUSES } from '../task-rows/task-status.ts';
import type { Counted } from './figures.ts';
import { readBins } from './histogram.ts';
import type { Bucket } from './statistic-range.ts';

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

/** The total of a group in an hour or day. */
export interface TotalRow extends Counted, GroupKey {
  readonly span: Bucket;
  readonly starts_at: Date;
}

const tasksOf = (status: string): string => `CASE WHEN status = '${status}' THEN tasks ELSE 0 END`;
const TIMES = 'wait_ms::float, wait_bins::text, duration_ms::float, duration_bins::text, cost_usd';
const RUNS = `wait_ms::float, statistic_run(wait_bins) AS wait_bins,
  duration_ms::float, statistic_run(duration_bins) AS duration_bins, cost_usd`;

/** A row whose bins are text: JSON of `task_statistics`, or runs in base64. */
export type Written<Row> = Omit<Row, 'wait_bins' | 'duration_bins'> &
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
