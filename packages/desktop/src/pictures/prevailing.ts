/** Brightness values that differ by less count as equal. */
export const BRIGHTNESS_STEP = 8;

/**
 * Returns the mean of the most frequent brightness of some pixels, and the share of pixels that
 * have it, 0 to 1.
 */
export function findPrevailing(values: readonly number[]): {
  readonly brightness: number;
  readonly share: number;
} {
  const alike = Object.values(
    Object.groupBy(values, (value) => Math.floor(value / BRIGHTNESS_STEP)),
  );
  const most = alike.reduce<number[]>(
    (best, group = []) => (group.length > best.length ? group : best),
    [],
  );
  const sum = most.reduce((total, value) => total + value, 0);
  return { brightness: sum / most.length, share: most.length / values.length };
}
