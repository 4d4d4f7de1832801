import { ownValue } from '../draft/own-value.ts';

const names: Readonly<Record<string, string>> = {
  alt: 'Alt',
  altleft: 'AltLeft',
  altright: 'AltRight',
  backspace: 'Backspace',
  capslock: 'CapsLock',
  ctrl: 'Control',
  ctrlleft: 'ControlLeft',
  ctrlright: 'ControlRight',
  command: 'Meta',
  del: 'Delete',
  delete: 'Delete',
  down: 'ArrowDown',
  end: 'End',
  enter: 'Enter',
  esc: 'Escape',
  escape: 'Escape',
  home: 'Home',
  insert: 'Insert',
  left: 'ArrowLeft',
  option: 'Alt',
  pagedown: 'PageDown',
  pageup: 'PageUp',
  pgdn: 'PageDown',
  pgup: 'PageUp',
  return: 'Enter',
  right: 'ArrowRight',
  shift: 'Shift',
  shiftleft: 'ShiftLeft',
  shiftright: 'ShiftRight',
  space: 'Space',
  tab: 'Tab',
  up: 'ArrowUp',
  win: 'Meta',
  winleft: 'MetaLeft',
  winright: 'MetaRight',
  '\t': 'Tab',
  '\n': 'Enter',
  '\r': 'Enter',
  ' ': 'Space',
};

/** Returns the name of a key for pages and Playwright; undefined if they have no such key. */
export function pageKey(key: string): string | undefined {
  if (Array.from(key).length === 1 && !/\s/.test(key)) return key;
  if (/^f\d{1,2}$/.test(key)) return key.toUpperCase();
  const digit = /^num(\d)$/.exec(key)?.[1];
  return digit === undefined ? ownValue(names, key) : `Numpad${digit}`;
}
