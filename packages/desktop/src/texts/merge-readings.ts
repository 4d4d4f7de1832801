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
  const width = overlap(one.x, one.width, other.x, other.width);
  const height = overlap(one.y, one.height, other.y, other.height);
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  const end = Math.min(start + length, otherStart + otherLength);
  return Math.max(0, end - Math.max(start, otherStart));
}
