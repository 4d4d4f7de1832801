import type { ScreenArea, ScreenText } from '../desktop.ts';

/** A word as the recogniser returned it. */
export type Word = Omit<ScreenText, 'line'>;

/**
 * Words further apart than this multiple of their height belong to different lines: other columns,
 * other buttons.
 */
const MAX_GAP_HEIGHTS = 1.5;

/**
 * Sorts words into reading order and numbers their lines, by position rather than by the paragraphs
 * that the recogniser assumed.
 */
export function groupLines(words: readonly Word[]): ScreenText[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((one, other) => one.area.x - other.area.x)) {
    const line = lines.find((candidate) => continues(candidate.at(-1), word));
    if (line) line.push(word);
    else lines.push([word]);
  }
  return inReadingOrder(lines).flatMap((line, index) =>
    line.map((word) => ({ ...word, line: index })),
  );
}

function continues(last: Word | undefined, next: Word): boolean {
  if (!last) return false;
  const height = Math.max(last.area.height, next.area.height);
  const gap = next.area.x - (last.area.x + last.area.width);
  return isBeside(last.area, next.area) && gap <= height * MAX_GAP_HEIGHTS && gap >= -height;
}

/** Returns whether two areas overlap vertically by at least half of the smaller height. */
function isBeside(one: ScreenArea, other: ScreenArea): boolean {
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return bottom - top >= Math.min(one.height, other.height) / 2;
}

function inReadingOrder(lines: readonly Word[][]): Word[][] {
  const rows: Word[][][] = [];
  for (const line of lines.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const row = rows.at(-1);
    const [first] = row?.[0] ?? [];
    const [word] = line;
    if (row && first && word && isBeside(first.area, word.area)) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => leftOf(one) - leftOf(other)));
}

function middleOf([word]: readonly Word[]): number {
  return word ? word.area.y + word.area.height / 2 : 0;
}

function leftOf([word]: readonly Word[]): number {
  return word?.area.x ?? 0;
}
