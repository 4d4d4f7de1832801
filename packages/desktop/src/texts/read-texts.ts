import type { ScreenArea, ScreenPicture, ScreenText } from '../desktop.ts';
import { clampArea, cropPicture } from '../pictures/crop-picture.ts';
import { enlarge } from '../pictures/enlarge.ts';
import { toGrey } from '../pictures/grey-picture.ts';
import { groupLines } from './group-lines.ts';
import { parseTsv } from './parse-tsv.ts';
import { runTesseract } from './run-tesseract.ts';

/** Text of windows is smaller than what the reader was made for, which is 20 pixels and more. */
const SCALE = 2;

export interface ReadTextsOptions {
  /** PATH and the like, for the program that reads. */
  readonly environment: NodeJS.ProcessEnv;
  /** Read only this part. The places of words are the whole picture's even so. */
  readonly area?: ScreenArea | undefined;
  /** Of the languages that are installed: `eng`, `deu`, `jpn`. Default: English. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * The words in a picture with their places, in reading order. Takes up to some seconds for a full screen and is ended after 30.
 * Throws `DesktopProgramMissingError`, `TextLanguageMissingError` or `TextReaderError`.
 */
export async function readTexts(
  picture: ScreenPicture,
  { environment, area, languages = ['eng'] }: ReadTextsOptions,
  signal: AbortSignal,
): Promise<readonly ScreenText[]> {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  const { x, y, ...size } = clampArea(area ?? whole, picture);
  const part = area ? cropPicture(picture, { x, y, ...size }) : picture;
  const table = await runTesseract(
    enlarge(toGrey(part), SCALE),
    { environment, languages },
    signal,
  );
  const words = parseTsv(table).map(({ area: found, ...word }) => ({
    ...word,
    area: {
      x: x + Math.round(found.x / SCALE),
      y: y + Math.round(found.y / SCALE),
      width: Math.max(1, Math.round(found.width / SCALE)),
      height: Math.max(1, Math.round(found.height / SCALE)),
    },
  }));
  return groupLines(words);
}
