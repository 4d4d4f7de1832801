import type { ScreenArea, ScreenPicture, ScreenText } from '../desktop.ts';
import { clampArea, cropPicture } from '../pictures/crop-picture.ts';
import { eraseLines } from '../pictures/erase-lines.ts';
import { enlarge } from '../pictures/enlarge.ts';
import { flattenBackground } from '../pictures/flatten-background.ts';
import { type GreyPicture, toGrey } from '../pictures/grey-picture.ts';
import { groupLines, type Word } from './group-lines.ts';
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
 * The words in a picture with their places, in reading order. It is read twice: enlarged, as dark letters on white without frames,
 * for small letters and buttons; and as it is, for large letters.
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
  const readings = [
    { picture: enlarge(eraseLines(flattenBackground(grey)), scale), scale },
    { picture: grey, scale: 1 },
  ];
  const [small = [], large = []] = await readAll(readings, { environment, languages }, signal);
  const words = mergeReadings(small, large).map(({ area: found, ...word }) => ({
    ...word,
    area: { ...found, x: x + found.x, y: y + found.y },
  }));
  return groupLines(words);
}

interface Reading {
  readonly picture: GreyPicture;
  /** How many times it is as large as what it was made of. */
  readonly scale: number;
}

/** The words of each, in pixels of what it was made of. When one fails the others end, too. */
async function readAll(
  readings: readonly Reading[],
  options: Parameters<typeof runTesseract>[1],
  signal: AbortSignal,
): Promise<readonly Word[][]> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const reading = readings.map(async ({ picture, scale }) =>
    parseTsv(await runTesseract(picture, options, stop)).map((word) => shrink(word, scale)),
  );
  try {
    return await Promise.all(reading);
  } finally {
    over.abort();
    await Promise.allSettled(reading);
  }
}

function shrink({ area, ...word }: Word, scale: number): Word {
  const { x, y } = { x: Math.round(area.x / scale), y: Math.round(area.y / scale) };
  const width = Math.max(1, Math.round(area.width / scale));
  const height = Math.max(1, Math.round(area.height / scale));
  return { ...word, area: { x, y, width, height } };
}
