import {
  type Desktop,
  readTexts,
  type ScreenArea,
  type ScreenPicture,
  type ScreenText,
} from '@errand/desktop';

/**
 * Returns the words in an image, or in part of it, in reading order, with their positions in the
 * whole image.
 */
export type ReadTexts = (
  picture: ScreenPicture,
  signal: AbortSignal,
  area?: ScreenArea,
) => Promise<readonly ScreenText[]>;

/**
 * Reads with the program that the desktop is configured to use; without a desktop, with the
 * system's default program, for English.
 */
export function readerOf(desktop: Desktop | undefined): ReadTexts {
  if (desktop) return (picture, signal, area) => desktop.readTexts(picture, signal, area);
  return (picture, signal, area) => readTexts(picture, { environment: {}, area }, signal);
}
