import type { Database } from '../database/connect-database.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { JsonText } from '../http/json-text.ts';
import type { BucketFigures, Counted } from './figures.ts';
import { type Bucket, coverRange, type StatisticRange } from './statistic-range.ts';
import { type Grouping, readOpenRow, type Written } from './statistic-rows.ts';

/** What the database knows about a range, in one snapshot. Place 0 stands for all tasks. */
export interface ReadStatistics {
  /** The values of the groups at places 1 and up, those with the most tasks first. */
  readonly values: readonly string[];
  readonly hasMoreGroups: boolean;
  /** The starts of the buckets that have open rows, in order. */
  readonly opened: readonly Date[];
  /** The figures of the other buckets for all tasks. */
  readonly figuresOfAll: readonly FiguresOfAll[];
  /** The figures of those buckets for each group. */
  readonly figures: readonly FiguresOfGroup[];
  /** Sums of the rows of each bucket that are not yet part of a total. */
  readonly open: readonly OpenSum[];
  /** The totals of buckets that also have open rows. */
  readonly continued: readonly ContinuedTotal[];
  /** Sums of such rows, and of totals, that make up the whole range. */
  readonly openParts: readonly OpenSum[];
  readonly totalParts: readonly SummedTotal[];
}

/** The rows of a value in an hour or day that are not yet part of a total, added up. */
export interface OpenSum extends Counted {
  /** Empty for tasks without an error class, and without a grouping. */
  readonly value: string;
  readonly span: Bucket;
  readonly starts_at: Date;
}

/** A sum of totals. */
export interface SummedTotal extends Counted {
  readonly place: number;
}

/** The total of a bucket. */
export interface ContinuedTotal extends SummedTotal {
  readonly starts_at: Date;
}

/** Figures of successive buckets as they were written, separated by commas. */
export interface FiguresOfAll {
  readonly starts_at: Date;
  /** How many buckets. */
  readonly number: number;
  readonly figures: JsonText<BucketFigures>;
}

/** Figures of buckets as they were written, oldest first, separated by commas. */
export interface FiguresOfGroup {
  readonly place: number;
  /** How many of the open buckets precede them. */
  readonly number: number;
  readonly figures: JsonText<BucketFigures>;
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

const READ = `SELECT kind, place, value, number, span, starts_at, success, failed, cancelled, wait_ms, wait_bins,
    duration_ms, duration_bins, cost_usd, figures
  FROM read_statistics($1, $2, $3, $4, $5, $6, $7, $8, ${MAX_GROUPS}, ${MAX_FIGURES}, ${MAX_COUNTED})`;

/** A row of `read_statistics`, whose contract says which columns a kind has; others are null. */
interface Row extends Written<Counted> {
  readonly kind: 'too_many' | 'group' | 'open' | 'all' | 'figures' | 'sum' | 'continued';
  readonly place: number;
  readonly value: string;
  readonly number: number;
  readonly span: Bucket;
  readonly starts_at: Date;
  readonly figures: string;
}

export function createStatisticsStore({
  pool,
  prepared,
}: Pick<Database, 'pool' | 'prepared'>): StatisticsStore {
  return {
    async read(accountId, range, grouping) {
      const parts = coverRange(range, new Date());
      const spans = parts.map(({ bucket }) => bucket);
      const starts = parts.map(({ from }) => from);
      const ends = parts.map(({ to }) => to);
      const { bucket, from, to } = range;
      const values = [accountId, bucket, from, to, spans, starts, ends, grouping];
      // One statement has one snapshot.
      const { rows } = await pool.query<Row>(prepared('read-statistics', READ, values));
      const kinds = Map.groupBy(rows, ({ kind }) => kind);
      if (grouping && kinds.has('too_many')) throw tooMany(grouping, bucket);
      const of = (kind: Row['kind']) => kinds.get(kind) ?? [];
      const groups = of('group');
      const sums = of('open').map(readOpenRow);
      const open = sums.filter((sum) => isIn(sum, [range]));
      const continued = of('continued');
      const closed = [...of('all'), ...of('figures')];
      const isWhole = spans.every((span) => span === bucket);
      return {
        values: groups.map(({ value }) => value),
        hasMoreGroups: groups.length < (groups[0]?.number ?? 0),
        opened: startsOf(open),
        figuresOfAll: of('all').map(readFigures),
        figures: of('figures').map(readFigures),
        open,
        continued,
        openParts: sums.filter((sum) => isIn(sum, parts)),
        totalParts: isWhole ? [...closed, ...continued] : of('sum'),
      };
    },
  };
}

function readFigures(row: Row) {
  return { ...row, figures: new JsonText<BucketFigures>(row.figures) };
}

function isIn({ span, starts_at: at }: OpenSum, ranges: readonly StatisticRange[]): boolean {
  return ranges.some(({ bucket, from, to }) => bucket === span && from <= at && at < to);
}

function startsOf(sums: readonly OpenSum[]): readonly Date[] {
  const starts = new Set(sums.map(({ starts_at: at }) => at.getTime()));
  return [...starts].toSorted((one, other) => one - other).map((start) => new Date(start));
}

function tooMany(grouping: Grouping, bucket: Bucket): InvalidRequestError {
  const hint = bucket === 'hour' ? ', or bucket=day' : '';
  const msg = `has too many figures of ${grouping} in this range: specify a later from${hint}`;
  return new InvalidRequestError([{ loc: ['query', 'group_by'], msg, type: 'range' }]);
}
