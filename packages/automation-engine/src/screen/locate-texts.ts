import { matchTexts } from '@errand/desktop';
import type { Point } from '../targets/point.ts';
import type { ScreenRun } from './screen-run.ts';
import type { Box } from '../targets/box.ts';
import { lookAtView } from './look-at-view.ts';

/** How alike a text and what was read are at least, from 0 to 100: recognition takes one letter for another. */
const leastScore = 80;

/**
 * Reads what the run sees and says where the middle of each text is, in the order of the texts; undefined for one that is
 * not there. No place is given out twice.
 */
export async function locateTexts(
  run: ScreenRun,
  { texts, within }: { readonly texts: readonly string[]; readonly within: Box | undefined },
): Promise<readonly (Point | undefined)[]> {
  const words = await run.readTexts(await lookAtView(run), run.signal, within);
  return matchTexts(words, texts, leastScore).map((found) => found?.point);
}
