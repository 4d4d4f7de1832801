import { type BucketFigures, createFigureSum, type Figures, type FigureSum } from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import { type GroupKey, valueIn } from './statistic-rows.ts';
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
  readonly buckets: BucketFigures[];
  /** Those with the most tasks first. */
  readonly groups: Group[];
  readonly has_more_groups: boolean;
}

/** Writes the figures of the whole range, of each bucket, and of each group. */
export function summarise(read: ReadStatistics, range: StatisticRange): Summary {
  const [all = createGroup(), ...groups] = summariseGroups(read);
  const byStart = new Map(all.buckets.map((bucket) => [bucket.starts_at, bucket]));
  const none = createFigureSum();
  return {
    total: all.total,
    buckets: listStarts(range).map(
      (start) => byStart.get(start.toISOString()) ?? none.writeBucket(start),
    ),
    groups,
    has_more_groups: read.hasMoreGroups,
  };
}

function createGroup(): Group {
  return { value: null, total: createFigureSum().write(), buckets: [] };
}

function summariseGroups(read: ReadStatistics): Group[] {
  const totals = createSums();
  for (const part of read.totalParts) totals.of(part).add(part);
  const merged = createSums<Date>();
  for (const part of read.continued) merged.of(part, part.starts_at).add(part);
  const wanted = new Set(read.keys.map((key) => nameOf(key)));
  for (const { grouping } of new Map(read.keys.map((key) => [key.grouping, key])).values()) {
    const keyOf = (row: (typeof read.open)[number]) => ({
      grouping,
      value: valueIn(grouping, row),
    });
    const isWanted = (row: Parameters<typeof keyOf>[0]) => wanted.has(nameOf(keyOf(row)));
    for (const row of read.openParts.filter(isWanted)) totals.of(keyOf(row)).add(row);
    for (const row of read.open.filter(isWanted)) merged.of(keyOf(row), row.starts_at).add(row);
  }
  const figures = new Map(read.figures.map((row) => [nameOf(row), row.buckets]));
  const opened = [
    ...new Map(read.open.map((row) => [row.starts_at.getTime(), row.starts_at])).values(),
  ];
  return read.keys.map((key) => ({
    value: key.value || null,
    total: totals.of(key).write(),
    buckets: replace(
      figures.get(nameOf(key)) ?? [],
      opened.flatMap((start) => merged.find(key, start)?.writeBucket(start) ?? []),
    ),
  }));
}

/** The buckets, oldest first, with some in the place of those that start at the same time. */
function replace(
  buckets: readonly BucketFigures[],
  newer: readonly BucketFigures[],
): BucketFigures[] {
  if (newer.length === 0) return [...buckets];
  const byStart = new Map([...buckets, ...newer].map((bucket) => [bucket.starts_at, bucket]));
  return [...byStart.values()].toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
}

/** Sums by group, and by the start of a bucket where it is given. */
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
