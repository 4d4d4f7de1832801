import type { ScreenArea } from '../desktop.ts';
import type { Word } from './group-lines.ts';

/** The second reading makes letters of icons and frames, too: what it is not sure of is left out. */
const LEAST_CONFIDENCE = 60;
/** Two words that share so much of the smaller one are the same. */
const SAME_SHARE = 0.3;

/** The words of the first reading, and what only the second one found. */
export function mergeReadings(first: readonly Word[], second: readonly Word[]): Word[] {
  const found = second.filter(
    ({ area, confidence, text }) =>
      confidence >= LEAST_CONFIDENCE &&
      /[\p{L}\p{N}]/u.test(text) &&
      !first.some((word) => sharedPart(word.area, area) > SAME_SHARE),
  );
  return [...first, ...found];
}

function sharedPart(one: ScreenArea, other: ScreenArea): number {
  const left = Math.max(one.x, other.x);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  const shared = Math.max(0, right - left) * Math.max(0, bottom - top);
  return shared / Math.min(one.width * one.height, other.width * other.height);
}
