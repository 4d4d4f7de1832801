/** The ratio of the bounds of a bin; `statistic_bin` in prisma/functions uses the same ratio. */
const RATIO = 1.1;
/** The last bin ends at about a million years. */
const BINS = 400;
/** Counts are packed as base-128 digits, least significant first. */
const GROUP = 128;
/** Code of the digit. */
const ZERO = '0'.charCodeAt(0);

/** Number of times in each bin, from bin 0 on, or runs from `statistic_run` in prisma/functions. */
export type Bins = Float64Array | Buffer;

/** Milliseconds, rounded. */
export interface Times {
  /** Exact. */
  readonly mean: number;
  /** Within 5 % of the exact value, before rounding. */
  readonly p50: number;
  readonly p95: number;
}

/** Combines times for which only the bins and the sum are known. */
export interface Histogram {
  readonly add: (bins: Bins, sumMs: number) => void;
  readonly totalMs: () => number;
  /** Counts from bin 0 to the last one with times; undefined if there are no times. */
  readonly counts: () => Float64Array | undefined;
  /** Null if there are no times. */
  readonly summarise: () => Times | null;
}

export function createHistogram(): Histogram {
  let counts: Float64Array | undefined;
  /** How many bins are used: most histograms use only a few. */
  let used = 0;
  let totalMs = 0;
  return {
    add(bins, sumMs) {
      totalMs += sumMs;
      const own = (counts ??= new Float64Array(BINS));
      used = Math.max(used, Buffer.isBuffer(bins) ? addRuns(bins, own) : addCounts(bins, own));
    },
    totalMs: () => totalMs,
    counts: () => (used > 0 ? counts?.subarray(0, used) : undefined),
    summarise: () => (counts && used > 0 ? summarise(counts.subarray(0, used), totalMs) : null),
  };
}

/** The counts from bin 0 to the last one with times, most of them in one byte. */
export function packBins(histogram: Histogram): Buffer {
  const packed: number[] = [];
  for (const count of histogram.counts() ?? []) {
    let rest = count;
    for (; rest >= GROUP; rest = Math.floor(rest / GROUP)) packed.push((rest % GROUP) + GROUP);
    packed.push(rest);
  }
  return Buffer.from(packed);
}

/**
 * Reads bins as `task_statistics` stores them: JSON objects of whole numbers, by bin. Several
 * objects add up. Reading only the digits takes a quarter of the time of parsing JSON.
 */
export function readBins(json: string): Float64Array {
  const counts = new Float64Array(BINS);
  let used = 0;
  let bin: number | undefined;
  let number: number | undefined;
  for (let place = 0; place < json.length; place += 1) {
    const digit = json.charCodeAt(place) - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = (number ?? 0) * 10 + digit;
    } else if (number !== undefined) {
      if (bin === undefined) {
        bin = number;
      } else {
        counts[bin] = (counts[bin] ?? 0) + number;
        used = Math.max(used, bin + 1);
        bin = undefined;
      }
      number = undefined;
    }
  }
  return counts.subarray(0, used);
}

/** Returns how many bins are used. A response needs thousands of runs, so none of them is copied. */
function addRuns(runs: Buffer, counts: Float64Array): number {
  let used = 0;
  for (let place = 0; place < runs.length;) {
    const bytes = runs.readInt32BE(place + 4);
    const end = place + 8 + bytes;
    let bin = runs.readInt32BE(place) - bytes;
    let factor = 1;
    for (place += 8; place < end; place += 1) {
      const byte = runs[place] ?? 0;
      if (byte >= GROUP) {
        counts[bin] = (counts[bin] ?? 0) + (byte - GROUP) * factor;
        factor *= GROUP;
      } else {
        counts[bin] = (counts[bin] ?? 0) + byte * factor;
        bin += 1;
        factor = 1;
      }
    }
    used = Math.max(used, bin);
  }
  return used;
}

/** Returns how many bins are used. */
function addCounts(added: Float64Array, counts: Float64Array): number {
  for (let bin = 0; bin < added.length; bin += 1) {
    counts[bin] = (counts[bin] ?? 0) + (added[bin] ?? 0);
  }
  return added.length;
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
