import { JsonText, writeList, writeObject } from '../http/json-text.ts';
import {
  type BucketFigures,
  type Counted,
  createFigureSum,
  type Figures,
  type FigureSum,
} from './figures.ts';
import { BUCKET_MS, type StatisticRange } from './statistic-range.ts';
import type { FiguresOfGroup, OpenSum, ReadStatistics } from './statistics-store.ts';

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
  const { values, hasMoreGroups } = read;
  const places = new Map(values.map((value, index) => [value, index + 1]));
  const totals = sumRange(read, places);
  const opened = sumOpened(read, places);
  const none = createFigureSum();
  const figures = Map.groupBy(read.figures, ({ place }) => place);
  const groups = values.map((value, index) =>
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
    buckets: writeList(writeAll(read, opened, range)),
    groups: writeList(groups),
    has_more_groups: hasMoreGroups,
  };
}

/** The place of each group, by value. */
type Places = ReadonlyMap<string, number>;
/** By place; only those with tasks. */
type Sums = (FigureSum | undefined)[];
/** By the start of the bucket, in milliseconds. */
type OpenedSums = ReadonlyMap<number, Sums>;

/** The figures of each group in the whole range. */
function sumRange({ totalParts, openParts }: ReadStatistics, places: Places): Sums {
  const sums: Sums = [];
  for (const part of totalParts) addTo(sums, part.place, part);
  for (const part of openParts) addOpen(sums, places, part);
  return sums;
}

/** The figures of each group in the buckets that have open rows. */
function sumOpened({ continued, open }: ReadStatistics, places: Places): OpenedSums {
  const sums = new Map<number, Sums>();
  const at = (start: Date): Sums => {
    const own = sums.get(start.getTime()) ?? [];
    sums.set(start.getTime(), own);
    return own;
  };
  for (const part of continued) addTo(at(part.starts_at), part.place, part);
  for (const part of open) addOpen(at(part.starts_at), places, part);
  return sums;
}

/** Adds to all tasks, and to the group. */
function addOpen(sums: Sums, places: Places, open: OpenSum): void {
  addTo(sums, 0, open);
  addTo(sums, places.get(open.value), open);
}

function addTo(sums: Sums, place: number | undefined, counted: Counted): void {
  if (place === undefined) return;
  (sums[place] ??= createFigureSum()).add(counted);
}

/** The figures of all tasks in every bucket. */
function writeAll(
  { figuresOfAll }: ReadStatistics,
  opened: OpenedSums,
  { bucket, from, to }: StatisticRange,
): readonly JsonText<BucketFigures>[] {
  const closed = new Map(figuresOfAll.map((each) => [each.starts_at.getTime(), each]));
  const empty = JSON.stringify(createFigureSum().write()).slice(1);
  const written: JsonText<BucketFigures>[] = [];
  for (let start = from.getTime(); start < to.getTime();) {
    const sum = opened.get(start)?.[0];
    const run = closed.get(start);
    written.push(
      (sum && writeBucket(sum, start)) ??
        run?.figures ??
        new JsonText(`{"starts_at":"${isoOf(start)}",${empty}`),
    );
    start += BUCKET_MS[bucket] * (run?.number ?? 1);
  }
  return written;
}

/** The written figures of a group, with those of open buckets inserted in order. */
function writeBuckets(
  figures: readonly FiguresOfGroup[],
  opened: readonly { readonly start: Date; readonly sum: FigureSum | undefined }[],
): JsonText<BucketFigures[]> {
  const written = new Map(figures.map((each) => [each.number, each.figures]));
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

function isoOf(start: number): string {
  return new Date(start).toISOString();
}
