import {
  type Desktop,
  findTexts,
  type ScreenArea,
  type ScreenPicture,
  type ScreenPoint,
  type ScreenText,
} from '@errand/desktop';
import { pause } from '@errand/foundation';
import type { Deadline } from '../deadline.ts';
import { KeywordAmbiguousError } from '../errors.ts';
import { describePlace } from '../targets/describe-place.ts';
import type { ScreenRun } from './screen-run.ts';
import type { TargetMeans } from '../targets/resolve-target.ts';
import { KeywordNotFoundError } from './desktop-errors.ts';

/** Interval between checks of a screen that does not change. */
const LOOK_AGAIN_MS = 150;
/** The area to read first around a known point: pixels to either side, and above and below. */
const nearby = { right: 320, down: 120 };

interface KeywordSearch {
  readonly desktop: Desktop;
  readonly means: Keyword;
  readonly deadline: Deadline;
}

type Keyword = Extract<TargetMeans, { kind: 'keyword' }>;

/**
 * Waits until the text can be read on the screen and returns its centre; of several matches, that
 * of the one nearest to the point. Throws KeywordNotFoundError, KeywordAmbiguousError.
 */
export async function findKeywordOnScreen(
  { readTexts }: Pick<ScreenRun, 'readTexts'>,
  { desktop, means, deadline }: KeywordSearch,
): Promise<ScreenPoint> {
  const { signal } = deadline;
  for (let seen: ScreenPicture | undefined; ;) {
    const picture = await desktop.look(signal);
    if (!seen || !isSame(seen, picture)) {
      const place = await readPlace(means, (area) => readTexts(picture, signal, area));
      if (place) return place;
      seen = picture;
    }
    const restMs = deadline.remainingMs();
    if (restMs === 0) {
      const where = means.within ? 'in its bounding box' : 'on the screen';
      throw new KeywordNotFoundError(describePlace(means), where, deadline.elapsedMs());
    }
    await pause(Math.min(LOOK_AGAIN_MS, restMs), signal);
  }
}

async function readPlace(
  means: Keyword,
  read: (area: ScreenArea | undefined) => Promise<readonly ScreenText[]>,
): Promise<ScreenPoint | undefined> {
  const { keyword, near, within } = means;
  const parts = near && !within ? [around(near), undefined] : [within];
  for (const part of parts) {
    const places = findTexts(await read(part), keyword, near);
    if (places.length > 1 && !near) {
      throw new KeywordAmbiguousError(describePlace(means), places.length);
    }
    const [first] = places;
    if (first) return first.point;
  }
  return undefined;
}

function around({ x, y }: ScreenPoint): ScreenArea {
  const { right, down } = nearby;
  return { x: x - right, y: y - down, width: 2 * right, height: 2 * down };
}

function isSame(one: ScreenPicture, other: ScreenPicture): boolean {
  return Buffer.compare(one.pixels, other.pixels) === 0;
}
