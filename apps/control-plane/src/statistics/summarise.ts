import { JsonText, writeList, writeObject } from '../http/json-text.ts';
import { type BucketFigures, createFigureSum, type Figures, type FigureSum } from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import { type GroupKey, type OpenRow, valueIn } from './statistic-rows.ts';
import type { ReadStatistics } from './statistics-store.ts';

interface Group {
  readonly value: string | null;
  readonly total: Figures;
  /** Only those with tasks. */
  readonly buckets: BucketFigures[];
}

interface Summary {
  readonly total: Figures;
  /** Every bucket of the range. */
  readonly buckets: JsonText<BucketFigures[]>;
  /** Those with the most tasks first. */
  readonly groups: JsonText<Group[]>;
  readonly has_more_groups: boolean;
}

/**
 * Writes the figures of the whole range, of each bucket, and of each group. Figures stored as text
 * are copied as text, because they make up most of a response.
 */
export function summarise(read: ReadStatistics, range: StatisticRange): Summary {
  const totals = sumRange(read);
  const merged = sumOpened(read);
  const [all, ...keys] = read.keys;
  const none = createFigureSum();
  const buckets = listStarts(range).map((start) => {
    const sum = all && merged.find(all, start);
    return (
      (sum ? undefined : read.figuresOfAll.get(start.getTime())) ?? writeBucket(sum ?? none, start)
    );
  });
  const groups = keys.map((key) =>
    writeObject<Group>({
      value: key.value || null,
      total: totals.of(key).write(),
      buckets: writeBuckets(read, key, merged),
    }),
  );
  return {
    total: (all ? totals.of(all) : none).write(),
    buckets: writeList(buckets),
    groups: writeList(groups),
    has_more_groups: read.hasMoreGroups,
  };
}

/** The figures of each group in the whole range. */
function sumRange({ keys, totalParts, openParts }: ReadStatistics) {
  const sums = createSums();
  for (const part of totalParts) sums.of(part).add(part);
  for (const [key, row] of wantedOf(keys, openParts)) sums.of(key).add(row);
  return sums;
}

/** The figures of each group in the buckets that have open rows. */
function sumOpened({ keys, continued, open }: ReadStatistics) {
  const sums = createSums<Date>();
  for (const part of continued) sums.of(part, part.starts_at).add(part);
  for (const [key, row] of wantedOf(keys, open)) sums.of(key, row.starts_at).add(row);
  return sums;
}

/** The rows with each of the groups that they belong to. */
function wantedOf(
  keys: readonly GroupKey[],
  rows: readonly OpenRow[],
): readonly (readonly [GroupKey, OpenRow])[] {
  const wanted = new Set(keys.map((key) => nameOf(key)));
  return [...new Set(keys.map(({ grouping }) => grouping))].flatMap((grouping) =>
    rows
      .map((row) => [{ grouping, value: valueIn(grouping, row) }, row] as const)
      .filter(([key]) => wanted.has(nameOf(key))),
  );
}

/** The written figures of a group, with those of open buckets inserted in order. */
function writeBuckets(
  { figures, opened }: ReadStatistics,
  key: GroupKey,
  merged: ReturnType<typeof sumOpened>,
): JsonText<BucketFigures[]> {
  const name = nameOf(key);
  const written = new Map(
    figures.filter((each) => nameOf(each) === name).map((each) => [each.opened, each.figures]),
  );
  const between = [undefined, ...opened].flatMap((start, place) => {
    const sum = start && merged.find(key, start);
    return [...(sum ? [writeBucket(sum, start)] : []), ...optional(written.get(place))];
  });
  return writeList(between);
}

function optional<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

function writeBucket(sum: FigureSum, start: Date): JsonText<BucketFigures> {
  return new JsonText(JSON.stringify(sum.writeBucket(start)));
}

/** Sums by group and, if given, by the start of a bucket. */
function createSums<Start extends Date | undefined = undefined>() {
  const sums = new Map<string, FigureSum>();
  const find = (key: GroupKey, start?: Start) => sums.get(nameOf(key, start));
  return {
    find,
    of(key: GroupKey, start?: Start): FigureSum {
      const sum = find(key, start) ?? createFigureSum();
      sums.set(nameOf(key, start), sum);
      return sum;
    },
  };
}

function nameOf({ grouping, value }: GroupKey, start?: Date): string {
  return `${grouping} ${start?.getTime() ?? ''} ${value}`;
}

function listStarts({ bucket, from, to }: StatisticRange): Date[] {
  const count = (to.getTime() - from.getTime()) / BUCKET_MS[bucket];
  return Array.from(
    { length: count },
    (_, place) => new Date(from.getTime() + place * BUCKET_MS[bucket]),
  );
}
