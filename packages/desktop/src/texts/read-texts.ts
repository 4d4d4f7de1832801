import type { ScreenArea, ScreenPicture, ScreenText } from '../desktop.ts';
import { clampArea, cropPicture } from '../pictures/crop-picture.ts';
import { eraseLines } from '../pictures/erase-lines.ts';
import { eraseFrames } from '../pictures/erase-frames.ts';
import { findSegments } from '../pictures/find-segments.ts';
import { flattenBackground } from '../pictures/flatten-background.ts';
import { toGrey } from '../pictures/grey-picture.ts';
import { stackSegments } from '../pictures/stack-segments.ts';
import { placeWords } from './place-words.ts';
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
 * The words in a picture with their places, in reading order. It is read twice: enlarged and cut up into a line for each text, as
 * dark letters on white without frames, for small letters and buttons; and as it is, for large letters.
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
  const grey = toGrey(area ? cropPicture(picture, { x, y, ...size }) : picture);
  const clean = eraseLines(eraseFrames(flattenBackground(grey)));
  const stacks = stackSegments(findSegments(clean), { grey, clean }, scale);
  const read = async (reading: Reading, stop: AbortSignal): Promise<Word[]> =>
    parseTsv(await runTesseract(reading, { environment, languages }, stop));
  const [large = [], ...small] = await readAll(
    [
      (stop) => read({ picture: grey, layout: 'scattered' }, stop),
      ...stacks.map((stack) => async (stop: AbortSignal) => {
        const found = await read({ picture: stack.picture, layout: 'line by line' }, stop);
        return placeWords(found, stack);
      }),
    ],
    signal,
  );
  const words = mergeReadings(small.flat(), large).map(({ area: found, ...word }) => ({
    ...word,
    area: { ...found, x: x + found.x, y: y + found.y },
  }));
  return groupLines(words);
}

type Reading = Parameters<typeof runTesseract>[0];

/** The words of each. When one fails the others end, too. */
async function readAll(
  readings: readonly ((stop: AbortSignal) => Promise<Word[]>)[],
  signal: AbortSignal,
): Promise<readonly Word[][]> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const reading = readings.map((read) => read(stop));
  try {
    return await Promise.all(reading);
  } finally {
    over.abort();
    await Promise.allSettled(reading);
  }
}
