import type { Stack } from '../pictures/stack-segments.ts';
import type { Word } from './group-lines.ts';

/** Maps words read in a stack of segments to their places in the original picture. */
export function placeWords(words: readonly Word[], { lines, scale }: Stack): Word[] {
  return words.flatMap(({ area, ...word }) => {
    const middle = area.y + area.height / 2;
    const line = lines.find(({ top, bottom }) => middle >= top && middle < bottom);
    if (!line) return [];
    const x = Math.round(line.origin.x + area.x / scale);
    const y = Math.round(line.origin.y + (area.y - line.top) / scale);
    const width = Math.max(1, Math.round(area.width / scale));
    const height = Math.max(1, Math.round(area.height / scale));
    return [{ ...word, area: { x, y, width, height } }];
  });
}
