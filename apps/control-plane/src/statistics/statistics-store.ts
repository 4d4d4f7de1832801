import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { JsonText } from '../http/json-text.ts';
import type { BucketFigures } from './figures.ts';
import { BUCKET_MS, type Bucket, coverRange, type StatisticRange } from './statistic-range.ts';
import {
  countByValue,
  type Grouping,
  type GroupKey,
  type OpenSum,
  readFigures,
  readFiguresOfAll,
  readSummedFigures,
  readTotals,
  type SummedTotal,
  sumOpenRows,
  sumTotals,
  type TotalRow,
  type WrittenFigures,
} from './statistic-rows.ts';

/** What the database knows about a range, in one snapshot. */
export interface ReadStatistics {
  /** All tasks first, then the groups with the most tasks. */
  readonly keys: readonly GroupKey[];
  readonly hasMoreGroups: boolean;
  /** The starts of the buckets that have open rows, in order. */
  readonly opened: readonly Date[];
  /** The figures of the other buckets for all tasks, keyed by start in milliseconds. */
  readonly figuresOfAll: ReadonlyMap<number, JsonText<BucketFigures>>;
  /** The figures of those buckets for each group. */
  readonly figures: readonly WrittenFigures[];
  /** Sums of the rows of each bucket that are not yet part of a total. */
  readonly open: readonly OpenSum[];
  /** The totals of buckets that also have open rows. */
  readonly continued: readonly TotalRow[];
  /** Sums of such rows, and of totals, that make up the whole range. */
  readonly openParts: readonly OpenSum[];
  readonly totalParts: readonly SummedTotal[];
}

/** The figures that the database keeps about ended tasks. */
export interface StatisticsStore {
  /** Throws InvalidRequestError for a range with too many figures to find the largest groups. */
  readonly read: (
    accountId: string,
    range: StatisticRange,
    grouping: Grouping | undefined,
  ) => Promise<ReadStatistics>;
}

/** Groups in a response, and figures of their buckets: larger responses would take too long. */
const MAX_GROUPS = 30;
const MAX_FIGURES = 1_400;
/** Limit of totals that are counted to find the largest groups. */
const MAX_COUNTED = 30_000;
const ALL: GroupKey = { grouping: 'all', value: '' };

export function createStatisticsStore({ snapshot }: Pick<Database, 'snapshot'>): StatisticsStore {
  return {
    read: (accountId, range, grouping) =>
      // A single snapshot, because rows move from one table to the other.
      snapshot(async (on) => {
        const ranges = coverRange(range, new Date());
        const all = [range, ...ranges.filter(({ bucket }) => bucket !== range.bucket)];
        const sums = await sumOpenRows(on, accountId, { ranges: all, grouping });
        const figuresOfAll = await readFiguresOfAll(on, accountId, range);
        const counted =
          grouping && (await countByValue(on, accountId, { ranges, grouping, limit: MAX_COUNTED }));
        const open = sums.filter((sum) => isIn(sum, [range]));
        const openParts = sums.filter((sum) => isIn(sum, ranges));
        const groups = grouping
          ? chooseGroups(counted, { range, grouping, openParts })
          : { keys: [], hasMoreGroups: false };
        const keys = [ALL, ...groups.keys];
        const buckets = bucketsOf(open);
        const opened = buckets.map(({ from }) => from);
        const closed = await readClosed(on, accountId, { range, ranges, keys, opened });
        // A bucket that has a total of any group has one of all tasks.
        const totalled = buckets.filter(({ from }) => figuresOfAll.has(from.getTime()));
        const continued = await readTotals(on, accountId, { ranges: totalled, keys });
        const { figures, totalParts = [...closed.sums, ...continued] } = closed;
        return {
          ...groups,
          keys,
          opened,
          open,
          openParts,
          figuresOfAll,
          figures,
          continued,
          totalParts,
        };
      }),
  };
}

interface Closed {
  readonly range: StatisticRange;
  readonly ranges: readonly StatisticRange[];
  readonly keys: readonly GroupKey[];
  readonly opened: readonly Date[];
}

/** The figures of groups without those of open buckets, and what makes up the whole range. */
async function readClosed(
  on: Transaction,
  accountId: string,
  { range, ranges, keys, opened }: Closed,
): Promise<{
  readonly figures: readonly WrittenFigures[];
  /** Sums without the open buckets. */
  readonly sums: readonly SummedTotal[];
  /** Totals for the parts of a range that is read in parts. */
  readonly totalParts?: readonly SummedTotal[];
}> {
  if (ranges.every(({ bucket }) => bucket === range.bucket)) {
    return readSummedFigures(on, accountId, { range, keys, opened });
  }
  const figures = await readFigures(on, accountId, { range, keys: keys.slice(1), opened });
  const totalParts = await sumTotals(on, accountId, { ranges, keys });
  return { figures, sums: [], totalParts };
}

interface Choice {
  readonly range: StatisticRange;
  readonly grouping: Grouping;
  readonly openParts: readonly OpenSum[];
}

/** The groups with the most tasks; groups of equal size are ordered by value. */
function chooseGroups(
  counted: ReadonlyMap<string, number> | undefined,
  { range, grouping, openParts }: Choice,
): Pick<ReadStatistics, 'keys' | 'hasMoreGroups'> {
  if (!counted) throw tooMany(grouping, range.bucket);
  const tasks = new Map(counted);
  for (const { value, success, failed, cancelled } of openParts) {
    tasks.set(value, (tasks.get(value) ?? 0) + success + failed + cancelled);
  }
  const groups = [...tasks]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || compare(one.value, other.value));
  const buckets = (range.to.getTime() - range.from.getTime()) / BUCKET_MS[range.bucket];
  let figures = 0;
  const chosen = groups.slice(0, MAX_GROUPS).filter(({ count }, place) => {
    figures += Math.min(buckets, count);
    return place === 0 || figures <= MAX_FIGURES;
  });
  const keys = chosen.map(({ value }) => ({ grouping, value }));
  return { keys, hasMoreGroups: groups.length > keys.length };
}

function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function isIn({ span, starts_at: at }: OpenSum, ranges: readonly StatisticRange[]): boolean {
  return ranges.some(({ bucket, from, to }) => bucket === span && from <= at && at < to);
}

/** Ranges of one bucket each, in order. */
function bucketsOf(sums: readonly OpenSum[]): readonly StatisticRange[] {
  const ranges = sums.map(({ span: bucket, starts_at: from }) => {
    const to = new Date(from.getTime() + BUCKET_MS[bucket]);
    return [from.getTime(), { bucket, from, to }] as const;
  });
  const buckets = [...new Map(ranges).values()];
  return buckets.toSorted((one, other) => one.from.getTime() - other.from.getTime());
}

function tooMany(grouping: Grouping, bucket: Bucket): InvalidRequestError {
  const hint = bucket === 'hour' ? ', or bucket=day' : '';
  const msg = `has too many figures of ${grouping} in this range: specify a later from${hint}`;
  return new InvalidRequestError([{ loc: ['query', 'group_by'], msg, type: 'range' }]);
}
