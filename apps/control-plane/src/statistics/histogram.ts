/** The ratio of the bounds of a bin; `statistic_bin` in prisma/functions uses the same ratio. */
const RATIO = 1.1;
/** Counts are packed as base-128 digits, least significant first. */
const GROUP = 128;
/** Code of the digit. */
const ZERO = '0'.charCodeAt(0);

/**
 * Number of durations in each bin, from bin 0 to the last bin that is not empty. Not a typed array:
 * typed arrays use memory outside the heap, and much of it makes V8 mark the whole heap.
 */
type Counts = number[];
/** Counts, or runs from `statistic_run` in prisma/functions, as bytes or in base64. */
export type Bins = Readonly<Counts> | Buffer | string;

/** Milliseconds, rounded. */
export interface Times {
  /** Exact. */
  readonly mean: number;
  /** Within 5 % of the exact value, before rounding. */
  readonly p50: number;
  readonly p95: number;
}

/** Combines durations for which only the bins and the sum are known. */
export interface Histogram {
  readonly add: (bins: Bins, sumMs: number) => void;
  readonly totalMs: () => number;
  readonly counts: () => Readonly<Counts>;
  /** Null if there are no durations. */
  readonly summarise: () => Times | null;
}

export function createHistogram(): Histogram {
  const counts: Counts = [];
  let totalMs = 0;
  return {
    add(bins, sumMs) {
      totalMs += sumMs;
      if (typeof bins === 'string') addRuns(decode(bins), counts);
      else if (Buffer.isBuffer(bins)) addRuns(bins, counts);
      else for (const [bin, count] of bins.entries()) addTo(counts, bin, count);
    },
    totalMs: () => totalMs,
    counts: () => counts,
    summarise: () => (counts.length > 0 ? summarise(counts, totalMs) : null),
  };
}

/** The counts from bin 0 to the last bin that is not empty, most of them in one byte. */
export function packBins(histogram: Histogram): Buffer {
  const packed: number[] = [];
  for (const count of histogram.counts()) {
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
export function readBins(json: string): Readonly<Counts> {
  const counts: Counts = [];
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
        addTo(counts, bin, number);
        bin = undefined;
      }
      number = undefined;
    }
  }
  return counts;
}

let decoded = Buffer.allocUnsafeSlow(16_384);

/** The result is valid until the next call: a response needs too many runs to keep each of them. */
function decode(base64: string): Buffer {
  const bytes = Buffer.byteLength(base64, 'base64');
  if (bytes > decoded.length) decoded = Buffer.allocUnsafeSlow(2 * bytes);
  return decoded.subarray(0, decoded.write(base64, 'base64'));
}

function addRuns(runs: Buffer, counts: Counts): void {
  for (let place = 0; place < runs.length;) {
    const bytes = runs.readInt32BE(place + 4);
    const end = place + 8 + bytes;
    let bin = runs.readInt32BE(place) - bytes;
    let count = 0;
    let factor = 1;
    for (place += 8; place < end; place += 1) {
      const byte = runs[place] ?? 0;
      if (byte >= GROUP) {
        count += (byte - GROUP) * factor;
        factor *= GROUP;
      } else {
        addTo(counts, bin, count + byte * factor);
        bin += 1;
        count = 0;
        factor = 1;
      }
    }
  }
}

function addTo(counts: Counts, bin: number, count: number): void {
  while (counts.length <= bin) counts.push(0);
  counts[bin] = (counts[bin] ?? 0) + count;
}

function summarise(counts: Readonly<Counts>, totalMs: number): Times {
  let count = 0;
  for (const inBin of counts) count += inBin;
  return {
    mean: Math.round(totalMs / count),
    p50: findPercentile(counts, 0.5 * count),
    p95: findPercentile(counts, 0.95 * count),
  };
}

/** The middle of the bin that contains the time with this rank. */
function findPercentile(counts: Readonly<Counts>, rank: number): number {
  let seen = 0;
  let bin = 0;
  for (; bin < counts.length; bin += 1) {
    seen += counts[bin] ?? 0;
    if (seen >= rank) break;
  }
  // The value with the smallest relative error for all durations in the bin.
  return Math.round((2 * RATIO ** bin) / (1 + RATIO));
}
