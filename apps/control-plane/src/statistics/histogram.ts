/** The ratio of the bounds of a bin; `statistic_bin` in prisma/functions has the same. */
const RATIO = 1.1;

/** How many times are in each bin, as the database stores it. */
export type Bins = Readonly<Record<string, number>>;

/** Milliseconds, rounded. */
export interface Times {
  /** Exact. */
  readonly mean: number;
  /** At most 5 % from the exact value, before it is rounded. */
  readonly p50: number;
  readonly p95: number;
}

/** Adds up times of which only the bins and the sum are known. */
export interface Histogram {
  readonly add: (bins: Bins, sumMs: number) => void;
  /** Null if there are no times. */
  readonly summarise: () => Times | null;
}

export function createHistogram(): Histogram {
  /** By bin, with gaps. Faster than a map, which matters for months by hour. */
  const counts: number[] = [];
  let totalMs = 0;
  return {
    add(bins, sumMs) {
      totalMs += sumMs;
      for (const name of Object.keys(bins)) {
        const bin = Number(name);
        counts[bin] = (counts[bin] ?? 0) + (bins[name] ?? 0);
      }
    },
    summarise() {
      const count = counts.reduce((sum, inBin) => sum + inBin, 0);
      if (count === 0) return null;
      return {
        mean: Math.round(totalMs / count),
        p50: findPercentile(counts, 0.5 * count),
        p95: findPercentile(counts, 0.95 * count),
      };
    },
  };
}

/** The middle of the bin that contains the time with this rank. */
function findPercentile(counts: readonly number[], rank: number): number {
  let seen = 0;
  // Visits gaps, too.
  const bin = counts.findIndex((count: number | undefined) => {
    seen += count ?? 0;
    return seen >= rank;
  });
  // The value with the smallest relative error for all times in the bin.
  return Math.round((2 * RATIO ** bin) / (1 + RATIO));
}
