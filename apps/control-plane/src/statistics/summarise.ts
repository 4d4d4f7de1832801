import { JsonText, writeList, writeObject } from '../http/json-text.ts';
import {
  type BucketFigures,
  type Counted,
  createFigureSum,
  type Figures,
  type FigureSum,
} from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import type { GroupKey, OpenSum, WrittenFigures } from './statistic-rows.ts';
import type { ReadStatistics } from './statistics-store.ts';

interface Group {
  readonly value: string | null;
  readonly total: Figures;
  /** Only buckets with tasks. */
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
  const { keys, figuresOfAll, hasMoreGroups } = read;
  const places = placesOf(keys);
  const totals = sumRange(read, places);
  const opened = sumOpened(read, places);
  const none = createFigureSum();
  const empty = JSON.stringify(none.write()).slice(1);
  const buckets = listStarts(range).map((start) => {
    const sum = opened.get(start)?.[0];
    if (sum) return writeBucket(sum, start);
    const written = figuresOfAll.get(start);
    return written ?? new JsonText<BucketFigures>(`{"starts_at":"${isoOf(start)}",${empty}`);
  });
  const figures = Map.groupBy(read.figures, (each) => places.get(each.grouping)?.get(each.value));
  const groups = keys.slice(1).map(({ value }, index) =>
    writeObject<Group>({
      value: value || null,
      total: (totals[index + 1] ?? none).write(),
      buckets: writeBuckets(
        figures.get(index + 1) ?? [],
        read.opened.map((start) => ({ start, sum: opened.get(start.getTime())?.[index + 1] })),
      ),
    }),
  );
  return {
    total: (totals[0] ?? none).write(),
    buckets: writeList(buckets),
    groups: writeList(groups),
    has_more_groups: hasMoreGroups,
  };
}

/** The index of each group in the list of all groups, by grouping and value. */
type Places = ReadonlyMap<GroupKey['grouping'], ReadonlyMap<string, number>>;
/** By index; only those with tasks. */
type Sums = (FigureSum | undefined)[];

function placesOf(keys: readonly GroupKey[]): Places {
  const places = new Map<GroupKey['grouping'], Map<string, number>>();
  for (const [place, { grouping, value }] of keys.entries()) {
    const values = places.get(grouping) ?? new Map<string, number>();
    places.set(grouping, values.set(value, place));
  }
  return places;
}

/** The figures of each group in the whole range. */
function sumRange({ totalParts, openParts }: ReadStatistics, places: Places): Sums {
  const sums: Sums = [];
  for (const part of totalParts) addTo(sums, places.get(part.grouping)?.get(part.value), part);
  for (const part of openParts) addOpen(sums, places, part);
  return sums;
}

/** The figures of each group in the buckets that have open rows, by the start of the bucket. */
function sumOpened({ continued, open }: ReadStatistics, places: Places): ReadonlyMap<number, Sums> {
  const sums = new Map<number, Sums>();
  const at = (start: Date): Sums => {
    const own = sums.get(start.getTime()) ?? [];
    sums.set(start.getTime(), own);
    return own;
  };
  for (const part of continued) {
    addTo(at(part.starts_at), places.get(part.grouping)?.get(part.value), part);
  }
  for (const part of open) addOpen(at(part.starts_at), places, part);
  return sums;
}

/** Adds to all tasks, and to the group. */
function addOpen(sums: Sums, places: Places, open: OpenSum): void {
  addTo(sums, 0, open);
  if (open.grouping !== 'all') addTo(sums, places.get(open.grouping)?.get(open.value), open);
}

function addTo(sums: Sums, place: number | undefined, counted: Counted): void {
  if (place === undefined) return;
  (sums[place] ??= createFigureSum()).add(counted);
}

/** The written figures of a group, with those of open buckets inserted in order. */
function writeBuckets(
  figures: readonly WrittenFigures[],
  opened: readonly { readonly start: Date; readonly sum: FigureSum | undefined }[],
): JsonText<BucketFigures[]> {
  const written = new Map(figures.map((each) => [each.opened, each.figures]));
  const between = opened.flatMap(({ start, sum }, index) => [
    ...(sum ? [writeBucket(sum, start.getTime())] : []),
    ...optional(written.get(index + 1)),
  ]);
  return writeList([...optional(written.get(0)), ...between]);
}

function optional<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

function writeBucket(sum: FigureSum, start: number): JsonText<BucketFigures> {
  return new JsonText(JSON.stringify(sum.writeBucket(new Date(start))));
}

/** In milliseconds. */
function listStarts({ bucket, from, to }: StatisticRange): number[] {
  const count = (to.getTime() - from.getTime()) / BUCKET_MS[bucket];
  return Array.from({ length: count }, (_, place) => from.getTime() + place * BUCKET_MS[bucket]);
}

function isoOf(start: number): string {
  return new Date(start).toISOString();
}
