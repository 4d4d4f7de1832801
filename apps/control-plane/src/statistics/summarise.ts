import { createFigureSum, type Figures, type FigureSum } from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import type { CountedPart } from './statistics-store.ts';

/** Groups in a response: those with the most tasks. */
const MAX_GROUPS = 50;

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
  parts: readonly CountedPart[],
  { range, isGrouped }: { readonly range: StatisticRange; readonly isGrouped: boolean },
): Summary {
  const byValue = Map.groupBy(isGrouped ? parts : [], ({ value }) => value);
  const groups = [...byValue]
    .map(([value, own]) => ({ value, own, sum: addUp(own) }))
    .toSorted((one, other) => other.sum.count() - one.sum.count());
  return {
    total: addUp(parts).write(),
    buckets: writeBuckets(parts, listStarts(range)),
    groups: groups.slice(0, MAX_GROUPS).map(({ value, own, sum }) => ({
      value,
      total: sum.write(),
      buckets: writeBuckets(own),
    })),
    has_more_groups: groups.length > MAX_GROUPS,
  };
}

function addUp(parts: readonly CountedPart[]): FigureSum {
  const sum = createFigureSum();
  parts.forEach((part) => sum.add(part));
  return sum;
}

/** Default: the buckets with tasks. */
function writeBuckets(parts: readonly CountedPart[], starts?: readonly number[]): BucketFigures[] {
  const byStart = Map.groupBy(parts, ({ starts_at: at }) => at.getTime());
  return (starts ?? [...byStart.keys()].toSorted((one, other) => one - other)).map((start) => ({
    starts_at: new Date(start).toISOString(),
    ...addUp(byStart.get(start) ?? []).write(),
  }));
}

function listStarts({ bucket, from, to }: StatisticRange): number[] {
  const count = (to.getTime() - from.getTime()) / BUCKET_MS[bucket];
  return Array.from({ length: count }, (_, place) => from.getTime() + place * BUCKET_MS[bucket]);
}
