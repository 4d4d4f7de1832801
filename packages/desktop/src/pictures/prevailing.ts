/** Brightnesses that differ by less are one. */
export const BRIGHTNESS_STEP = 8;

/** The mean of the most frequent brightness among some pixels, and which share of them has it, 0 to 1. */
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
