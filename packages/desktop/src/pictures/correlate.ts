import type { ScreenPoint, ScreenSize } from '../desktop.ts';
import { createRunningSums } from './running-sums.ts';

/** A grid of numbers, row by row from the top. */
export interface Grid extends ScreenSize {
  readonly values: Float32Array;
}

export interface Place extends ScreenPoint {
  /**
   * Similarity of the two grids at this position, independent of brightness and contrast: 1 is
   * identical, 0 unrelated.
   */
  readonly score: number;
}

/** Variance per value below which a grid has too little contrast to match. */
const LEAST_VARIANCE = 1;

/**
 * Subtracts the mean and divides by the norm, so that the product with itself is 1. Returns
 * undefined when all values are about equal.
 */
export function normalise({ width, height, values }: Grid): Grid | undefined {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const squares = centred.reduce((sum, value) => sum + value * value, 0);
  if (squares / values.length < LEAST_VARIANCE) return undefined;
  const length = Math.sqrt(squares);
  return { width, height, values: centred.map((value) => value / length) };
}

/**
 * Returns the best positions of a normalised grid in a larger one: at least `most` of them,
 * unsorted.
 */
export function correlate(screen: Grid, wanted: Grid, most: number): Place[] {
  const sumOver = createRunningSums(screen.values, screen);
  const squaresOver = createRunningSums(
    screen.values.map((value) => value * value),
    screen,
  );
  const count = wanted.width * wanted.height;
  let best: Place[] = [];
  let least = 0;
  for (let y = 0; y <= screen.height - wanted.height; y += 1) {
    for (let x = 0; x <= screen.width - wanted.width; x += 1) {
      const area = { x, y, width: wanted.width, height: wanted.height };
      const variance = squaresOver(area) - sumOver(area) ** 2 / count;
      if (variance / count < LEAST_VARIANCE) continue;
      const score = multiply(screen, wanted, y * screen.width + x) / Math.sqrt(variance);
      if (score > least) best.push({ x, y, score });
    }
    if (best.length > 4 * most) {
      best = best.toSorted((one, other) => other.score - one.score).slice(0, most);
      least = best.at(-1)?.score ?? 0;
    }
  }
  return best;
}

/** Returns the sum of the products of a grid's values and those at a position in another grid. */
function multiply(screen: Grid, wanted: Grid, start: number): number {
  const { width, height, values } = wanted;
  let sum = 0;
  for (let row = 0; row < height; row += 1) {
    const from = start + row * screen.width;
    const at = row * width;
    for (let column = 0; column < width; column += 1) {
      sum += (screen.values[from + column] ?? 0) * (values[at + column] ?? 0);
    }
  }
  return sum;
}
