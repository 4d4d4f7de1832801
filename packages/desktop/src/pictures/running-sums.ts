import type { ScreenArea, ScreenSize } from '../desktop.ts';

/** Returns the sum of values over any rectangle, with four additions. */
export type SumOver = (area: ScreenArea) => number;

export function createRunningSums(
  values: ArrayLike<number>,
  { width, height }: ScreenSize,
): SumOver {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += values[row * width + column] ?? 0;
      const at = (row + 1) * stride + column + 1;
      sums[at] = (sums[at - stride] ?? 0) + sum;
    }
  }
  return ({ x, y, width: wide, height: high }) => {
    const top = y * stride + x;
    const bottom = (y + high) * stride + x;
    const lower = (sums[bottom + wide] ?? 0) - (sums[bottom] ?? 0);
    return lower - ((sums[top + wide] ?? 0) - (sums[top] ?? 0));
  };
}
