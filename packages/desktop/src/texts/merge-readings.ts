import type { ScreenArea } from '../desktop.ts';
import type { Word } from './group-lines.ts';

/** From this height in pixels, recognition works as well without enlarging. */
const LARGE_PIXELS = 16;
/** Below this confidence (0 to 100) the recogniser is guessing. */
const SURE = 60;
/** Two words are the same if they overlap by this share of the smaller one. */
const SAME_SHARE = 0.3;

/**
 * Merges the words of an enlarged reading with those of a plain one. Where both contain a large
 * word, the one with the higher confidence wins; a small word is taken from the plain reading only
 * where the enlarged one has none.
 */
export function mergeReadings(enlarged: readonly Word[], plain: readonly Word[]): Word[] {
  const large = plain.filter(isLarge);
  const small = plain.filter((word) => !isLarge(word) && word.confidence >= SURE);
  const kept = enlarged.filter(
    (word) => !large.some((other) => isSame(word, other) && other.confidence > word.confidence),
  );
  const added = [...large, ...small].filter((word) => !kept.some((other) => isSame(word, other)));
  return [...kept, ...added];
}

function isSame({ area: one }: Word, { area: other }: Word): boolean {
  return sharedPart(one, other) > SAME_SHARE;
}

function isLarge({ area }: Word): boolean {
  return area.height >= LARGE_PIXELS;
}

function sharedPart(one: ScreenArea, other: ScreenArea): number {
  const left = Math.max(one.x, other.x);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  const shared = Math.max(0, right - left) * Math.max(0, bottom - top);
  return shared / Math.min(one.width * one.height, other.width * other.height);
}
