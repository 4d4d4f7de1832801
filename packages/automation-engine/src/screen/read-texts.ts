import {
  type Desktop,
  readTexts,
  type ScreenArea,
  type ScreenPicture,
  type ScreenText,
} from '@errand/desktop';

/** The words in a picture, or in a part of it, in reading order; places are those of the whole picture. */
export type ReadTexts = (
  picture: ScreenPicture,
  signal: AbortSignal,
  area?: ScreenArea,
) => Promise<readonly ScreenText[]>;

/** By what the desktop is set to; without one by the program that the system finds without being told where, for English. */
export function readerOf(desktop: Desktop | undefined): ReadTexts {
  if (desktop) return (picture, signal, area) => desktop.readTexts(picture, signal, area);
  return (picture, signal, area) => readTexts(picture, { environment: {}, area }, signal);
}
