import type { ScreenPicture } from '../desktop.ts';

/**
 * Maximum difference of colours that count as equal: compression of remote pictures changes them.
 */
const TOLERANCE = 8;

/**
 * Returns the number of pixels that differ between two pictures; all of them when the sizes differ.
 */
export function countChangedPixels(one: ScreenPicture, other: ScreenPicture): number {
  const count = Math.max(one.width * one.height, other.width * other.height);
  if (one.width !== other.width || one.height !== other.height) return count;
  const [left, right] = [one.pixels, other.pixels];
  let changed = 0;
  for (let index = 0; index < left.length; index += 4) {
    const isSame =
      Math.abs((left[index] ?? 0) - (right[index] ?? 0)) <= TOLERANCE &&
      Math.abs((left[index + 1] ?? 0) - (right[index + 1] ?? 0)) <= TOLERANCE &&
      Math.abs((left[index + 2] ?? 0) - (right[index + 2] ?? 0)) <= TOLERANCE;
    if (!isSame) changed += 1;
  }
  return changed;
}

/** Returns the share of equal pixels of two pictures, 0 to 1; 0 when the sizes differ. */
export function comparePictures(one: ScreenPicture, other: ScreenPicture): number {
  return (
    1 -
    countChangedPixels(one, other) / Math.max(1, one.width * one.height, other.width * other.height)
  );
}
