import type { XServer } from '../x-server/x-server.ts';
import { isNamedKeysym } from './keysyms.ts';

/** Media keys, which nobody presses on a screen; see XF86keysym.h. */
const MEDIA_KEYS = [0x1008_ff00, 0x1008_ffff] as const;
/** Keys left for the characters that `typeText` adds and removes. */
const LEFT_UNUSED = 12;
const EURO = 0x20ac;

/** Other keyboards need other modifiers for these than a US keyboard: `/` with Shift, `@` without. */
const SYMBOLS = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~0123456789');
/** Lower case; their upper case is on the same key. */
const LETTERS = Array.from('äöüßéèêëàáâãåæçñøíîïóôúù');
const OTHERS = Array.from('€§£°µ');

/**
 * Gives a display's keyboard the characters of Western European keyboards, so that people who watch
 * the screen can type them. Their VNC server adds a missing character to the keyboard only when its
 * key is pressed, and Chromium, which learns of a new key a moment later, drops the press. The
 * characters replace media keys and take some unused ones, as many as there are. Throws
 * DesktopUnavailableError.
 */
export async function extendKeyboard(
  server: Pick<XServer, 'changeKeyboardMapping' | 'keycodes' | 'readKeyboardMapping'>,
  signal: AbortSignal,
): Promise<void> {
  const rows = await server.readKeyboardMapping(signal);
  const find = (isUsable: (keysym: number) => boolean): readonly number[] =>
    rows.flatMap(([keysym = 0], index) =>
      // Some programs treat the first keycode as an error.
      index > 0 && isUsable(keysym) ? [server.keycodes.first + index] : [],
    );
  const unused = find((keysym) => keysym === 0);
  const keycodes = [...find(isMediaKey), ...unused.slice(LEFT_UNUSED)];
  for (const [index, [plain, shifted]] of keysymsToAdd().entries()) {
    const keycode = keycodes[index];
    if (keycode !== undefined) server.changeKeyboardMapping(keycode, [plain, shifted]);
  }
}

/** The same character with and without Shift. */
const givenTwice: ReadonlySet<number> = new Set(
  keysymsToAdd().flatMap(([plain, shifted]) => (plain === shifted ? [plain] : [])),
);

/** Whether `extendKeyboard` gives a key that has this character with and without Shift. */
export function isGivenTwice(keysym: number): boolean {
  return givenTwice.has(keysym);
}

/** Keys that automations can press by name keep their place. */
function isMediaKey(keysym: number): boolean {
  const [first, last] = MEDIA_KEYS;
  return keysym >= first && keysym <= last && !isNamedKeysym(keysym);
}

/** Without and with Shift, the most needed first. */
function keysymsToAdd(): readonly (readonly [plain: number, shifted: number])[] {
  return [
    ...SYMBOLS.map((symbol) => [keysymOf(symbol), keysymOf(symbol)] as const),
    ...LETTERS.map((letter) => [keysymOf(letter), keysymOf(upperCaseOf(letter))] as const),
    ...OTHERS.map((other) => [keysymOf(other), keysymOf(other)] as const),
  ];
}

/** The keysym of a Latin-1 character is its code point. The euro sign has its own keysym. */
function keysymOf(character: string): number {
  return character === '€' ? EURO : (character.codePointAt(0) ?? 0);
}

/** Keeps a letter whose upper case is more than one character: ß. */
function upperCaseOf(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === 1 ? upper : letter;
}
