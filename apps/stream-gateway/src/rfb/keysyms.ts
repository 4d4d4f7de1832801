/** Values from X11/keysymdef.h. */
export const KEY = {
  backspace: 0xff08,
  return: 0xff0d,
  escape: 0xff1b,
  home: 0xff50,
  left: 0xff51,
  up: 0xff52,
  right: 0xff53,
  down: 0xff54,
  end: 0xff57,
  insert: 0xff63,
  delete: 0xffff,
  controlLeft: 0xffe3,
} as const;

const LATIN_LAST = 0x20ff;
const UNICODE_FIRST = 0x0100_0020;
const UNICODE_LAST = 0x0110_ffff;

/**
 * First and last of each range. Other keys open parts of the browser or the desktop: menus, help,
 * developer tools.
 */
const TYPING: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, LATIN_LAST],
  [UNICODE_FIRST, UNICODE_LAST],
  [0xfe20, 0xfe20], // Shift+Tab
  [0xfe50, 0xfe93], // dead keys
  [KEY.backspace, 0xff0b], // Tab, line feed, clear
  [KEY.return, KEY.return],
  [KEY.escape, KEY.escape],
  [0xff20, 0xff3e], // compose and input methods
  [KEY.home, 0xff58], // arrows, Page Up and Down, End, Begin
  [KEY.insert, KEY.insert],
  [0xff65, 0xff66], // Undo, Redo
  [KEY.delete, KEY.delete],
  [0xff80, 0xff8d], // keypad: space, Tab, Enter
  [0xff95, 0xffbd], // keypad: movement, operators, digits
  // F2, F4, F5, F8 and F9. F1 is help, F3 and F6 leave the page; F7, F10, F11 and F12 belong to the
  // browser.
  [0xffbf, 0xffbf],
  [0xffc1, 0xffc2],
  [0xffc5, 0xffc6],
];

/** Whether a key, alone or with Shift, affects only the page and not the browser around it. */
export function isTypingKey(keysym: number): boolean {
  return TYPING.some(([first, last]) => keysym >= first && keysym <= last);
}

/** Shift, locks and third-level modifiers (AltGr): they only change what is typed. */
const FORWARDED: ReadonlySet<number> = new Set([
  0xffe1, 0xffe2, 0xffe5, 0xffe6, 0xff7e, 0xff7f, 0xff14, 0xfe03, 0xfe11,
]);

/** Alt, Meta, Super, Hyper: used in shortcuts of browser and window manager. */
const BARRED: ReadonlySet<number> = new Set([
  0xffe7, 0xffe8, 0xffe9, 0xffea, 0xffeb, 0xffec, 0xffed, 0xffee,
]);

export type Modifier = 'shift' | 'control' | 'barred' | 'other';

/** Undefined for a key that is not a modifier. */
export function findModifier(keysym: number): Modifier | undefined {
  if (keysym === KEY.controlLeft || keysym === 0xffe4) return 'control';
  if (BARRED.has(keysym)) return 'barred';
  if (keysym === 0xffe1 || keysym === 0xffe2) return 'shift';
  return FORWARDED.has(keysym) ? 'other' : undefined;
}
