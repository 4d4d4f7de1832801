/** The value that `percent` of the samples do not exceed, with two decimals. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const place = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return round(sorted[place] ?? NaN);
}

/** Rounds to two decimals; the rest is noise. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
