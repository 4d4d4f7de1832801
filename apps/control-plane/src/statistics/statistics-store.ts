import type { Database } from '../database/connect-database.ts';
import type { Counted } from './figures.ts';
import type { StatisticRange } from './statistic-range.ts';

export type Grouping = 'status' | 'endpoint_name' | 'error_class' | 'recording_id';

/** Counters of one group in one bucket. Others may have the same group and bucket. */
export interface CountedPart extends Counted {
  readonly starts_at: Date;
  /** Null without a grouping, and for tasks without an error class. */
  readonly value: string | null;
}

/** The figures that the database keeps about ended tasks. */
export interface StatisticsStore {
  readonly read: (
    accountId: string,
    range: StatisticRange,
    grouping: Grouping | undefined,
  ) => Promise<readonly CountedPart[]>;
}

export function createStatisticsStore({ pool }: Pick<Database, 'pool'>): StatisticsStore {
  return {
    async read(accountId, { bucket, from, to }, grouping) {
      const { rows } = await pool.query<CountedPart>(
        `SELECT starts_at, status, tasks, wait_ms::float, wait_bins, duration_ms::float, duration_bins, cost_usd,
           CASE $5 WHEN 'status' THEN status::text WHEN 'endpoint_name' THEN endpoint_name
             WHEN 'error_class' THEN error_class WHEN 'recording_id' THEN recording_id::text END AS value
         FROM task_statistics
         WHERE account_id = $1 AND span = $2::statistic_span AND starts_at >= $3 AND starts_at < $4`,
        [accountId, bucket, from, to, grouping ?? null],
      );
      return rows;
    },
  };
}
