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
  /** Counts by bin; undefined if there are no times. */
  readonly counts: () => Float64Array | undefined;
  /** Null if there are no times. */
  readonly summarise: () => Times | null;
}

export function createHistogram(): Histogram {
  let counts: Float64Array | undefined;
  let totalMs = 0;
  const place = (): Float64Array => (counts ??= new Float64Array(BINS));
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
      const own = place();
      for (let bin = 0; bin < BINS; bin += 1) own[bin] = (own[bin] ?? 0) + (added[bin] ?? 0);
    },
    totalMs: () => totalMs,
    counts: () => counts,
    summarise: () => (counts ? summarise(counts, totalMs) : null),
  };
}

/** The counts from bin 0 to the last one with times. */
export function packBins(histogram: Histogram): Buffer {
  const counts = histogram.counts();
  const last = counts?.findLastIndex((count) => count > 0) ?? -1;
  const packed = Buffer.alloc((last + 1) * COUNT_BYTES);
  for (let bin = 0; bin <= last; bin += 1) {
    packed.writeUInt32LE(counts?.[bin] ?? 0, bin * COUNT_BYTES);
  }
  return packed;
}

function addPacked(bins: Buffer, place: () => Float64Array): void {
  if (bins.length === 0) return;
  const counts = place();
  for (let bin = 0; bin * COUNT_BYTES < bins.length; bin += 1) {
    counts[bin] = (counts[bin] ?? 0) + bins.readUInt32LE(bin * COUNT_BYTES);
  }
}

function addNamed(bins: Readonly<Record<string, number>>, place: () => Float64Array): void {
  for (const name of Object.keys(bins)) {
    const bin = Number(name);
    const counts = place();
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
  for (; bin < BINS; bin += 1) {
    seen += counts[bin] ?? 0;
    if (seen >= rank) break;
  }
  // The value with the smallest relative error for all times in the bin.
  return Math.round((2 * RATIO ** bin) / (1 + RATIO));
}
