import type { ScreenArea } from '../desktop.ts';
import type { Word } from './group-lines.ts';

/** Below, a reader guesses, 0 to 100; it also makes letters of icons and frames. */
const SURE = 60;
/** Two words that share so much of the smaller one are the same. */
const SAME_SHARE = 0.3;

/** The words of the first reading, and what only the second one found or was sure of. */
export function mergeReadings(first: readonly Word[], second: readonly Word[]): Word[] {
  const sure = second.filter(isSure);
  const kept = first.filter((word) => isSure(word) || !sure.some((other) => isSame(word, other)));
  return [...kept, ...sure.filter((word) => !kept.some((other) => isSame(word, other)))];
}

function isSure({ confidence, text }: Word): boolean {
  return confidence >= SURE && /[\p{L}\p{N}]/u.test(text);
}

function isSame({ area: one }: Word, { area: other }: Word): boolean {
  return sharedPart(one, other) > SAME_SHARE;
}

function sharedPart(one: ScreenArea, other: ScreenArea): number {
  const left = Math.max(one.x, other.x);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  const shared = Math.max(0, right - left) * Math.max(0, bottom - top);
  return shared / Math.min(one.width * one.height, other.width * other.height);
}
