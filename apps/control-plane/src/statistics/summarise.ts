import { createFigureSum, type Figures, type FigureSum } from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import type { CountedPart, ReadStatistics } from './statistics-store.ts';

type BucketFigures = { readonly starts_at: string } & Figures;

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

/** Adds up the counters for the whole range, for each bucket, and for each group. */
export function summarise(
  { parts, groupParts, hasMoreGroups }: ReadStatistics,
  range: StatisticRange,
): Summary {
  const byStart = addUpBuckets(parts);
  const groups = [...Map.groupBy(groupParts, ({ value }) => value)]
    .map(([value, own]) => ({ value, byStart: addUpBuckets(own) }))
    .map((group) => ({ ...group, sum: addUp(group.byStart) }))
    .toSorted((one, other) => other.sum.count() - one.sum.count() || compare(one, other));
  return {
    total: addUp(byStart).write(),
    buckets: writeBuckets(byStart, listStarts(range)),
    groups: groups.map((group) => ({
      value: group.value,
      total: group.sum.write(),
      buckets: writeBuckets(
        group.byStart,
        [...group.byStart.keys()].toSorted((one, other) => one - other),
      ),
    })),
    has_more_groups: hasMoreGroups,
  };
}

/** The order of equally large groups, which is that of the statement that chooses groups. */
function compare({ value: one }: Valued, { value: other }: Valued): number {
  return Buffer.compare(Buffer.from(one ?? ''), Buffer.from(other ?? ''));
}

type Valued = Pick<Group, 'value'>;

/** Sums by the start of the bucket, in milliseconds. */
type Buckets = ReadonlyMap<number, FigureSum>;

function addUpBuckets(parts: readonly CountedPart[]): Buckets {
  const sums = new Map<number, FigureSum>();
  for (const part of parts) {
    const start = part.starts_at.getTime();
    const sum = sums.get(start) ?? createFigureSum();
    sum.add(part);
    sums.set(start, sum);
  }
  return sums;
}

function addUp(buckets: Buckets): FigureSum {
  const sum = createFigureSum();
  for (const bucket of buckets.values()) sum.addAll(bucket);
  return sum;
}

function writeBuckets(buckets: Buckets, starts: readonly number[]): BucketFigures[] {
  const none = createFigureSum();
  return starts.map((start) => ({
    starts_at: new Date(start).toISOString(),
    ...(buckets.get(start) ?? none).write(),
  }));
}

function listStarts({ bucket, from, to }: StatisticRange): number[] {
  const count = (to.getTime() - from.getTime()) / BUCKET_MS[bucket];
  return Array.from({ length: count }, (_, place) => from.getTime() + place * BUCKET_MS[bucket]);
}
