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
  const counts = new Map<number, number>();
  let totalMs = 0;
  return {
    add(bins, sumMs) {
      totalMs += sumMs;
      for (const [name, count] of Object.entries(bins)) {
        const bin = Number(name);
        counts.set(bin, (counts.get(bin) ?? 0) + count);
      }
    },
    summarise() {
      const sorted = [...counts].toSorted(([one], [other]) => one - other);
      const count = sorted.reduce((sum, [, inBin]) => sum + inBin, 0);
      if (count === 0) return null;
      const percentile = (share: number): number => findPercentile(sorted, share * count);
      return {
        mean: Math.round(totalMs / count),
        p50: percentile(0.5),
        p95: percentile(0.95),
      };
    },
  };
}

/** The middle of the bin that contains the time with this rank. */
function findPercentile(sorted: readonly (readonly [number, number])[], rank: number): number {
  let seen = 0;
  const found = sorted.find(([, inBin]) => {
    seen += inBin;
    return seen >= rank;
  });
  return middleOf(found?.[0] ?? 0);
}

/** The value with the smallest relative error for all times in the bin. */
function middleOf(bin: number): number {
  return Math.round((2 * RATIO ** bin) / (1 + RATIO));
}
