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

/** Window text is smaller than what tesseract was made for; README.md has measurements. */
const USUAL_SCALE = 3;

export interface ReadTextsOptions {
  /** Environment of the recogniser, such as PATH. */
  readonly environment: NodeJS.ProcessEnv;
  /** Reads only this part. Word positions still refer to the whole picture. */
  readonly area?: ScreenArea | undefined;
  /** Installed languages to read: `eng`, `deu`, `jpn`. Default: English. */
  readonly languages?: readonly string[] | undefined;
  /**
   * Integer factor by which the picture is enlarged first, from 1. Default 3, for letters of 9 to
   * 16 pixels.
   */
  readonly scale?: number | undefined;
}

/**
 * Returns the words in a picture with their positions, in reading order. The picture is read twice:
 * for small letters and buttons, enlarged and cut into one line per text, as dark letters on white
 * without frames; for large letters, as it is. A full screen takes up to a few seconds; the
 * deadline is 30 seconds. Throws `DesktopProgramMissingError`, `TextLanguageMissingError` or
 * `TextReaderError`.
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

/** Returns the words of each reading. When one fails, the others are stopped. */
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
