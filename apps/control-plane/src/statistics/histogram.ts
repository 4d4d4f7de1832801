/** The ratio of the bounds of a bin; `statistic_bin` in prisma/functions has the same. */
const RATIO = 1.1;
/** The last bin ends at some hundred thousand years. */
const BINS = 400;
const COUNT_BYTES = 4;

/** How many times are in each bin: by name, as rows of tasks have it, or packed, as totals do. */
export type Bins = Readonly<Record<string, number>> | Buffer;

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
  readonly addAll: (other: Histogram) => void;
  readonly totalMs: () => number;
  /** Counts from bin 0 to the last one with times; undefined if there are no times. */
  readonly counts: () => Float64Array | undefined;
  /** Null if there are no times. */
  readonly summarise: () => Times | null;
}

export function createHistogram(): Histogram {
  let counts: Float64Array | undefined;
  /** How many bins are used: most histograms have a few of all. */
  let used = 0;
  let totalMs = 0;
  const place = (needed: number): Float64Array => {
    used = Math.max(used, needed);
    return (counts ??= new Float64Array(BINS));
  };
  return {
    add(bins, sumMs) {
      totalMs += sumMs;
      if (Buffer.isBuffer(bins)) addPacked(bins, place);
      else addNamed(bins, place);
    },
    addAll(other) {
      totalMs += other.totalMs();
      const added = other.counts();
      if (!added) return;
      const own = place(added.length);
      for (let bin = 0; bin < added.length; bin += 1) {
        own[bin] = (own[bin] ?? 0) + (added[bin] ?? 0);
      }
    },
    totalMs: () => totalMs,
    counts: () => counts?.subarray(0, used),
    summarise: () => (counts ? summarise(counts.subarray(0, used), totalMs) : null),
  };
}

/** The counts from bin 0 to the last one with times. */
export function packBins(histogram: Histogram): Buffer {
  const counts = histogram.counts();
  const packed = Buffer.alloc((counts?.length ?? 0) * COUNT_BYTES);
  counts?.forEach((count, bin) => packed.writeUInt32LE(count, bin * COUNT_BYTES));
  return packed;
}

/** Returns the counts to add to, of which at least `needed` are used then. */
type Place = (needed: number) => Float64Array;

function addPacked(bins: Buffer, place: Place): void {
  if (bins.length === 0) return;
  const used = bins.length / COUNT_BYTES;
  const counts = place(used);
  for (let bin = 0; bin < used; bin += 1) {
    const inBin = bins.readUInt32LE(bin * COUNT_BYTES);
    if (inBin > 0) counts[bin] = (counts[bin] ?? 0) + inBin;
  }
}

function addNamed(bins: Readonly<Record<string, number>>, place: Place): void {
  for (const name of Object.keys(bins)) {
    const bin = Number(name);
    const counts = place(bin + 1);
    counts[bin] = (counts[bin] ?? 0) + (bins[name] ?? 0);
  }
}

function summarise(counts: Float64Array, totalMs: number): Times {
  let count = 0;
  for (const inBin of counts) count += inBin;
  return {
    mean: Math.round(totalMs / count),
    p50: findPercentile(counts, 0.5 * count),
    p95: findPercentile(counts, 0.95 * count),
  };
}

/** The middle of the bin that contains the time with this rank. */
function findPercentile(counts: Float64Array, rank: number): number {
  let seen = 0;
  let bin = 0;
  for (; bin < counts.length; bin += 1) {
    seen += counts[bin] ?? 0;
    if (seen >= rank) break;
  }
  // The value with the smallest relative error for all times in the bin.
  return Math.round((2 * RATIO ** bin) / (1 + RATIO));
}
