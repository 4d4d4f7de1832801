import { matchTexts } from '@errand/desktop';
import type { Point } from '../targets/point.ts';
import type { ScreenRun } from './screen-run.ts';
import type { Box } from '../targets/box.ts';
import { lookAtView } from './look-at-view.ts';

/** Minimum similarity, 0 to 100, of a text and what was read: recognition confuses characters. */
const LEAST_SCORE = 80;

/**
 * Reads what the run sees and returns the centre of each text, in the order of the texts; undefined
 * for a missing text. No place is returned twice.
 */
export async function locateTexts(
  run: ScreenRun,
  { texts, within }: { readonly texts: readonly string[]; readonly within: Box | undefined },
): Promise<readonly (Point | undefined)[]> {
  const words = await run.readTexts(await lookAtView(run), run.signal, within);
  return matchTexts(words, texts, LEAST_SCORE).map((found) => found?.point);
}
