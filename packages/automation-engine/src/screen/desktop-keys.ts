import { getKey } from '../page/acting/key-table.ts';

const keypad = 3;

/** The DOM names of keys by their `key_press` names, as a desktop takes them. */
export function desktopKeys(names: readonly string[]): string[] {
  return names.map((name) => {
    const { key, code, location = 0, text } = getKey(name);
    // What the keypad types is typed with and without NumLock.
    if (location === keypad) return text ?? key;
    return location > 0 ? code : key;
  });
}
