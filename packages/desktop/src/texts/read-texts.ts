import type { ScreenArea, ScreenPicture, ScreenText } from '../desktop.ts';
import { clampArea, cropPicture } from '../pictures/crop-picture.ts';
import { eraseLines } from '../pictures/erase-lines.ts';
import { enlarge } from '../pictures/enlarge.ts';
import { flattenBackground } from '../pictures/flatten-background.ts';
import { type GreyPicture, toGrey } from '../pictures/grey-picture.ts';
import { groupLines } from './group-lines.ts';
import { mergeReadings } from './merge-readings.ts';
import { parseTsv } from './parse-tsv.ts';
import { runTesseract } from './run-tesseract.ts';

/** Text of windows is smaller than what the reader was made for. Measured: README.md. */
const USUAL_SCALE = 3;

export interface ReadTextsOptions {
  /** PATH and the like, for the program that reads. */
  readonly environment: NodeJS.ProcessEnv;
  /** Read only this part. The places of words are the whole picture's even so. */
  readonly area?: ScreenArea | undefined;
  /** Of the languages that are installed: `eng`, `deu`, `jpn`. Default: English. */
  readonly languages?: readonly string[] | undefined;
  /** How many times the picture is enlarged before; a whole number from 1. Default 3, for letters of 9 to 16 pixels. */
  readonly scale?: number | undefined;
}

/**
 * The words in a picture with their places, in reading order: read as it is, and once more without the colours of buttons.
 * Takes up to some seconds for a full screen and is ended after 30.
 * Throws `DesktopProgramMissingError`, `TextLanguageMissingError` or `TextReaderError`.
 */
export async function readTexts(
  picture: ScreenPicture,
  { environment, area, languages = ['eng'], scale = USUAL_SCALE }: ReadTextsOptions,
  signal: AbortSignal,
): Promise<readonly ScreenText[]> {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  const { x, y, ...size } = clampArea(area ?? whole, picture);
  const part = area ? cropPicture(picture, { x, y, ...size }) : picture;
  const grey = toGrey(part);
  const readings = [grey, eraseLines(flattenBackground(grey))].map((reading) =>
    enlarge(reading, scale),
  );
  const tables = await readAll(readings, { environment, languages }, signal);
  const [asItIs = [], flattened = []] = tables.map(parseTsv);
  const words = mergeReadings(asItIs, flattened).map(({ area: found, ...word }) => ({
    ...word,
    area: {
      x: x + Math.round(found.x / scale),
      y: y + Math.round(found.y / scale),
      width: Math.max(1, Math.round(found.width / scale)),
      height: Math.max(1, Math.round(found.height / scale)),
    },
  }));
  return groupLines(words);
}

/** All at once. When one fails the others end, too. */
async function readAll(
  pictures: readonly GreyPicture[],
  options: Parameters<typeof runTesseract>[1],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const readings = pictures.map((picture) => runTesseract(picture, options, stop));
  try {
    return await Promise.all(readings);
  } finally {
    over.abort();
    await Promise.allSettled(readings);
  }
}
