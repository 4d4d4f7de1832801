import { stripVTControlCharacters } from 'node:util';

/** Text that cannot control the terminal: much of it comes from web pages. Keeps line breaks. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, ' ');
}

/** The same, in one line. */
export const plainLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim();

/** Cuts text to `width` characters; `…` replaces the last one if it was longer. */
export function cut(text: string, width: number): string {
  const characters = Array.from(text);
  if (characters.length <= width) return text;
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
