import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Text that cannot control the terminal: much of it comes from web pages. Keeps line breaks. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, ' ');
}

/** Like `plainText`, but in one line. */
export const plainLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim();

/** How many columns of a terminal the text takes: CJK and emoji take two, combining marks none. */
export const widthOf = (text: string): number => stringWidth(text);

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Truncates text to `width` columns; `…` replaces the end of wider text. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const { segment } of characters.segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}
