import type { ScreenPoint } from '../desktop.ts';
import type { GreyPicture } from './grey-picture.ts';

/** Pixels sampled for a rough score. */
export const ROUGH_PIXELS = 3_000;
const LEAST_VARIANCE = 1;

/**
 * Returns a function that scores the similarity of a picture and a place on a screen, like
 * `Place.score`; a rough score samples some rows and columns only. 0 when either has a single
 * colour.
 */
export function createPlaceScore(
  screen: GreyPicture,
  wanted: GreyPicture,
): (corner: ScreenPoint, how: 'rough' | 'exact') => number {
  return ({ x, y }, how) => {
    const pixels = wanted.width * wanted.height;
    const step = how === 'exact' ? 1 : Math.max(1, Math.floor(Math.sqrt(pixels / ROUGH_PIXELS)));
    let [count, sum, squares, wantedSum, wantedSquares, products] = [0, 0, 0, 0, 0, 0];
    for (let row = 0; row < wanted.height; row += step) {
      const from = (y + row) * screen.width + x;
      const at = row * wanted.width;
      for (let column = 0; column < wanted.width; column += step) {
        const there = screen.values[from + column] ?? 0;
        const here = wanted.values[at + column] ?? 0;
        count += 1;
        sum += there;
        squares += there * there;
        wantedSum += here;
        wantedSquares += here * here;
        products += there * here;
      }
    }
    const variance = squares - (sum * sum) / count;
    const wantedVariance = wantedSquares - (wantedSum * wantedSum) / count;
    if (Math.min(variance, wantedVariance) / count < LEAST_VARIANCE) return 0;
    return (products - (sum * wantedSum) / count) / Math.sqrt(variance * wantedVariance);
  };
}
