import { getKey } from '../page/acting/key-table.ts';

const KEYPAD = 3;

/** Returns the DOM names, as a desktop expects them, of keys given by their `key_press` names. */
export function desktopKeys(names: readonly string[]): string[] {
  return names.map((name) => {
    const { key, code, location = 0, text } = getKey(name);
    // Sends what the keypad key types, so that NumLock makes no difference.
    if (location === KEYPAD) return text ?? key;
    return location > 0 ? code : key;
  });
}
