import { InvalidRequestError } from '../http/invalid-request-error.ts';

export type Bucket = 'hour' | 'day';

export interface StatisticRange {
  readonly bucket: Bucket;
  /** Start of the first bucket. */
  readonly from: Date;
  /** End of the last bucket. */
  readonly to: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const BUCKET_MS: Readonly<Record<Bucket, number>> = { hour: HOUR_MS, day: DAY_MS };
/** Maximum length of a range, in days. */
const MAX_DAYS: Readonly<Record<Bucket, number>> = { hour: 32, day: 400 };
/** Maximum for hours with a grouping: a plot has no room for more hours per value. */
const MAX_GROUPED_DAYS = 7;
/** Length of a range without `from`, in days. */
const USUAL_DAYS: Readonly<Record<Bucket, number>> = { hour: 1, day: 30 };
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Widens the range to whole buckets, in UTC. Default: up to now, from a day before (hours) or 30
 * days before (days). Throws InvalidRequestError.
 */
export function readRange(
  query: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly bucket?: Bucket | undefined;
    readonly group_by?: string | undefined;
  },
  now: Date,
): StatisticRange {
  const bucket = query.bucket ?? 'hour';
  const to = readTime('to', query.to) ?? now.getTime();
  const from = readTime('from', query.from) ?? to - USUAL_DAYS[bucket] * DAY_MS;
  if (from >= to) {
    const end = new Date(to).toISOString();
    throw refuse(
      'from',
      `is not before to (${end}): specify an earlier from or a later to`,
      'range',
    );
  }
  const isLimited = bucket === 'hour' && query.group_by !== undefined;
  const days = isLimited ? MAX_GROUPED_DAYS : MAX_DAYS[bucket];
  if (to - from > days * DAY_MS) {
    const hint = bucket === 'hour' ? ', or bucket=day' : '';
    const what = `bucket=${bucket}${isLimited ? ` with group_by=${query.group_by}` : ''}`;
    const msg = `is more than ${days} days before to, the most for ${what}: specify a later from${hint}`;
    throw refuse('from', msg, 'range');
  }
  const width = BUCKET_MS[bucket];
  return {
    bucket,
    from: new Date(Math.floor(from / width) * width),
    to: new Date(Math.ceil(to / width) * width),
  };
}

/** Hours older than this may be deleted; days are kept longer. */
const KEPT_HOURS_MS = 89 * DAY_MS;

/**
 * Splits a range into its whole days and the hours before and after them: the same figures from
 * fewer rows.
 */
export function coverRange(range: StatisticRange, now: Date): readonly StatisticRange[] {
  const { bucket, from, to } = range;
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const end = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  const isKept = from.getTime() > now.getTime() - KEPT_HOURS_MS;
  if (bucket === 'day' || firstDay >= end || !isKept) return [range];
  const ranges: StatisticRange[] = [
    { bucket, from, to: firstDay },
    { bucket: 'day', from: firstDay, to: end },
    { bucket, from: end, to },
  ];
  return ranges.filter((part) => part.from < part.to);
}

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // The schema accepts a leap second, which Date cannot parse.
  const time = Date.parse(text);
  if (time >= EARLIEST && time <= LATEST) return time;
  throw refuse(
    name,
    `is "${text}": specify a time between 2000 and 2100 such as 2026-03-01T00:00:00Z`,
    'format',
  );
}

function refuse(name: string, msg: string, type: string): InvalidRequestError {
  return new InvalidRequestError([{ loc: ['query', name], msg, type }]);
}
