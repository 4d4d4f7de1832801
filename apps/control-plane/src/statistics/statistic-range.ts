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
/** How many days a range may have. */
const MAX_DAYS: Readonly<Record<Bucket, number>> = { hour: 32, day: 400 };
/** How many days a range has without `from`. */
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
  },
  now: Date,
): StatisticRange {
  const bucket = query.bucket ?? 'hour';
  const to = readTime('to', query.to) ?? now.getTime();
  const from = readTime('from', query.from) ?? to - USUAL_DAYS[bucket] * DAY_MS;
  if (from >= to) {
    const end = new Date(to).toISOString();
    throw refuse('from', `is not before to (${end}): give an earlier from or a later to`, 'range');
  }
  if (to - from > MAX_DAYS[bucket] * DAY_MS) {
    const hint = bucket === 'hour' ? ', or bucket=day' : '';
    const msg = `is more than ${MAX_DAYS[bucket]} days before to, the most for bucket=${bucket}: give a later from${hint}`;
    throw refuse('from', msg, 'range');
  }
  const width = BUCKET_MS[bucket];
  return {
    bucket,
    from: new Date(Math.floor(from / width) * width),
    to: new Date(Math.ceil(to / width) * width),
  };
}

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // The schema accepts a leap second, which Date cannot parse.
  const time = Date.parse(text);
  if (time >= EARLIEST && time <= LATEST) return time;
  throw refuse(
    name,
    `is "${text}": give a time between 2000 and 2100 such as 2026-03-01T00:00:00Z`,
    'format',
  );
}

function refuse(name: string, msg: string, type: string): InvalidRequestError {
  return new InvalidRequestError([{ loc: ['query', name], msg, type }]);
}
