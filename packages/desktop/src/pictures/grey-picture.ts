import type { ScreenPicture, ScreenSize } from '../desktop.ts';

/** A greyscale picture, one byte per pixel, rows from the top. */
export interface GreyPicture extends ScreenSize {
  readonly values: Uint8Array;
}

/** Returns the perceived brightness of each pixel. */
export function toGrey({ width, height, pixels }: ScreenPicture): GreyPicture {
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 4;
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    values[index] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { width, height, values };
}
