import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';

const HOUR_MS = 3_600_000;
const HOURS = 24;

export type Figures = ErrandSchemas['Statistics'];
export type Bucket = ErrandSchemas['StatisticBucketFigures'];

/** The figures of the last 24 hours by hour and error class. */
export function readLastDay(errand: Errand, signal: AbortSignal): Promise<Figures> {
  const from = new Date(Date.now() - (HOURS - 1) * HOUR_MS).toISOString();
  const query = { bucket: 'hour', group_by: 'error_class', from } as const;
  return dataOf(errand.api.GET('/api/v1/statistics', { params: { query }, signal }));
}

export interface HourlyFigures {
  /** Seconds since 1970. */
  readonly time: number;
  readonly bucket: Bucket | undefined;
}

/** One entry for each hour of the range; the API omits hours in which no task ended. */
export function listHours({ from, to, buckets }: Pick<Figures, 'from' | 'to' | 'buckets'>) {
  const known = new Map(buckets.map((bucket) => [Date.parse(bucket.starts_at), bucket]));
  const first = Math.floor(Date.parse(from) / HOUR_MS);
  const last = Math.ceil(Date.parse(to) / HOUR_MS);
  return Array.from({ length: last - first }, (_none, index): HourlyFigures => {
    const at = (first + index) * HOUR_MS;
    return { time: at / 1_000, bucket: known.get(at) };
  });
}
