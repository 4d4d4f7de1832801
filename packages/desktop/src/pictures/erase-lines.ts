import type { GreyPicture } from './grey-picture.ts';

/** Longer than any stroke of a readable letter, in pixels. */
const LINE_PIXELS = 24;
/** Darker pixels belong to a line or a letter. */
const INK = 235;
const WHITE = 255;

/**
 * Erases long straight lines: frames around buttons and fields keep the recogniser from reading
 * their text.
 */
export function eraseLines({ width, height, values }: GreyPicture): GreyPicture {
  const erased = values.slice();
  const eraseAlong = (start: number, step: number, length: number): void => {
    let run = 0;
    for (let index = 0; index <= length; index += 1) {
      const isInk = index < length && (values[start + index * step] ?? WHITE) < INK;
      if (isInk) {
        run += 1;
        continue;
      }
      if (run >= LINE_PIXELS) {
        for (let back = 1; back <= run; back += 1) erased[start + (index - back) * step] = WHITE;
      }
      run = 0;
    }
  };
  for (let row = 0; row < height; row += 1) eraseAlong(row * width, 1, width);
  for (let column = 0; column < width; column += 1) eraseAlong(column, width, height);
  return { width, height, values: erased };
}
