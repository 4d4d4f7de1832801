import type { ScreenArea, ScreenPoint, ScreenText } from '../desktop.ts';
import { letters, similarityOf } from './similarity.ts';

/** Adjacent words that form a text. */
export interface FoundText {
  readonly text: string;
  readonly area: ScreenArea;
  /** Centre of the area, in whole pixels: the point to click. */
  readonly point: ScreenPoint;
}

/** Recognition may split a word, so a match may have this many words more than the text. */
const MORE_WORDS = 1;

/**
 * Returns every position of a text among the words of a screen, ignoring case and white space: one
 * word, or several adjacent ones on one line. In reading order, or nearest to a point first.
 */
export function findTexts(
  words: readonly ScreenText[],
  wanted: string,
  near?: ScreenPoint,
): FoundText[] {
  const sought = letters(wanted);
  if (sought === '') return [];
  const found = words.flatMap((_, first) => {
    const run = longestRun(words, first, sought.length);
    const count = run.findIndex(
      (__, index) => letters(joinWords(run.slice(0, index + 1))) === sought,
    );
    return count === -1 ? [] : [toFoundText(run.slice(0, count + 1))];
  });
  if (!near) return found;
  return found.toSorted((one, other) => distance(one.point, near) - distance(other.point, near));
}

/**
 * Returns the most similar place for each text, with each word used once and earlier texts matched
 * first; undefined where no similarity reaches `minimum`, 0 to 100.
 */
export function matchTexts(
  words: readonly ScreenText[],
  wanted: readonly string[],
  minimum: number,
): (FoundText | undefined)[] {
  const taken = new Set<ScreenText>();
  return wanted.map((text) => {
    const free = words.map((word) => (taken.has(word) ? undefined : word));
    const best = bestRun(free, text);
    if (!best || best.score < minimum) return undefined;
    for (const word of best.run) taken.add(word);
    return toFoundText(best.run);
  });
}

interface ScoredRun {
  readonly run: readonly ScreenText[];
  readonly score: number;
}

/** Returns the adjacent words most similar to a text; of equally similar runs, the first. */
function bestRun(words: readonly (ScreenText | undefined)[], text: string): ScoredRun | undefined {
  const most = text.trim().split(/\s+/).length + MORE_WORDS;
  let best: ScoredRun | undefined;
  for (let first = 0; first < words.length; first += 1) {
    const run: ScreenText[] = [];
    for (const word of words.slice(first, first + most)) {
      if (!word || word.line !== (run[0] ?? word).line) break;
      run.push(word);
      const least = best?.score ?? 0;
      const score = similarityOf(joinWords(run), text, least);
      if (score > least) best = { run: [...run], score };
    }
  }
  return best;
}

/**
 * Returns words of one line from the first one on, at most as many as could form a text of this
 * length.
 */
function longestRun(words: readonly ScreenText[], first: number, length: number): ScreenText[] {
  const run: ScreenText[] = [];
  let letterCount = 0;
  for (const word of words.slice(first, first + length)) {
    if (word.line !== words[first]?.line || letterCount >= length) break;
    run.push(word);
    letterCount += letters(word.text).length;
  }
  return run;
}

function joinWords(words: readonly ScreenText[]): string {
  return words.map(({ text }) => text).join(' ');
}

function toFoundText(words: readonly ScreenText[]): FoundText {
  const left = Math.min(...words.map(({ area }) => area.x));
  const top = Math.min(...words.map(({ area }) => area.y));
  const width = Math.max(...words.map(({ area }) => area.x + area.width)) - left;
  const height = Math.max(...words.map(({ area }) => area.y + area.height)) - top;
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  return { text: joinWords(words), area: { x: left, y: top, width, height }, point };
}

function distance(one: ScreenPoint, other: ScreenPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
