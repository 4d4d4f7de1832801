import { pause } from '@errand/foundation';
import { DesktopKeyError, DesktopTextError } from '../desktop-errors.ts';
import type { Desktop } from '../desktop.ts';
import type { XServer } from '../x-server/x-server.ts';
import { readKeyMap, type KeyMap, type KeyPlace } from './key-map.ts';
import { findCharacterKeysym, findKeysym } from './keysyms.ts';

/**
 * Pause between two keys. Without it, programs that do a lot of work per key fall behind, and are
 * still busy after the signal has fired.
 */
const KEY_STEP_MS = 4;
const CLEAN_UP_MS = 1_000;
const SHIFT = 0xffe1;
const CAPS_LOCK = 0xffe5;
const CAPS_LOCK_MASK = 2;
/**
 * While one of these is pressed, a letter means its key: Control+A must not become Control+Shift+A.
 */
const COMMAND_KEYS = /^(?:Control|Alt|Meta|Shift)(?:Left|Right)?$/;

export interface KeyboardOptions {
  /** False: only characters of a US keyboard. */
  readonly canTypeAnyCharacter: boolean;
}

/** Creates the keyboard of a desktop, driven through the XTEST extension. */
export function createKeyboard(
  server: XServer,
  { canTypeAnyCharacter }: KeyboardOptions,
): Pick<Desktop, 'typeText' | 'pressTogether'> {
  return {
    async typeText(text, signal) {
      const keysyms = keysymsOf(text, { canTypeAnyCharacter });
      const map = await readKeyMap(server, signal);
      await releaseCapsLock(server, map, signal);
      for (let typed = 0; typed < keysyms.length;) {
        const rest = keysyms.slice(typed);
        const count = await map.provide(rest, signal);
        if (count === 0) throw new Error('The keyboard of the display has no unused keycode.');
        for (const keysym of rest.slice(0, count)) {
          pressAtOnce(server, map, keysym);
          await pause(KEY_STEP_MS, signal);
        }
        typed += count;
      }
      await server.settle(signal);
    },
    async pressTogether(keys, signal) {
      const map = await readKeyMap(server, signal);
      const keysyms = keys.map((key) => keysymOf(key, keys));
      if (canTypeAnyCharacter) await map.provide(keysyms, signal);
      const places = keysyms.map((keysym, index) => {
        const place = map.find(keysym);
        if (place) return place;
        throw new DesktopKeyError(keys[index] ?? '');
      });
      await pressInTurn(server, keycodesOf(places, map), signal);
    },
  };
}

function keysymsOf(text: string, { canTypeAnyCharacter }: KeyboardOptions): number[] {
  const characters = Array.from(text.replaceAll('\r\n', '\n'));
  const refused = new Set<string>();
  const keysyms = characters.map((character) => {
    const keysym = findCharacterKeysym(character);
    const canType = canTypeAnyCharacter || /^[\x20-\x7e\t\n\r]$/.test(character);
    if (keysym === undefined || !canType) refused.add(character);
    return keysym ?? 0;
  });
  if (refused.size > 0) throw new DesktopTextError([...refused]);
  return keysyms;
}

function keysymOf(key: string, keys: readonly string[]): number {
  const isCommand = keys.some((other) => COMMAND_KEYS.test(other));
  const keysym = findKeysym(isCommand && /^\p{L}$/v.test(key) ? key.toLowerCase() : key);
  if (keysym === undefined) throw new DesktopKeyError(key);
  return keysym;
}

/** Turns Caps Lock off if it was left on; it would swap upper and lower case. */
async function releaseCapsLock(server: XServer, map: KeyMap, signal: AbortSignal): Promise<void> {
  const { keyMask } = await server.readPointer(signal);
  if ((keyMask & CAPS_LOCK_MASK) !== 0) pressAtOnce(server, map, CAPS_LOCK);
}

/** Presses and releases without a pause, so that nothing can happen in between. */
function pressAtOnce(server: XServer, map: KeyMap, keysym: number): void {
  const place = map.find(keysym);
  if (!place) throw new Error(`The keyboard has no key for the keysym ${keysym}.`);
  const keycodes = keycodesOf([place], map);
  for (const keycode of keycodes) server.sendKey(keycode, 'press');
  for (const keycode of keycodes.toReversed()) server.sendKey(keycode, 'release');
}

/**
 * Returns the keycodes with Shift before the first key that needs it, unless Shift is among them.
 */
function keycodesOf(places: readonly KeyPlace[], map: KeyMap): number[] {
  const keycodes = places.map(({ keycode }) => keycode);
  const shift = map.find(SHIFT)?.keycode;
  const needsShift = places.findIndex(({ isShifted }) => isShifted);
  if (needsShift === -1 || shift === undefined || keycodes.includes(shift)) return keycodes;
  return keycodes.toSpliced(needsShift, 0, shift);
}

async function pressInTurn(
  server: XServer,
  keycodes: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const held: number[] = [];
  try {
    for (const keycode of keycodes) {
      signal.throwIfAborted();
      server.sendKey(keycode, 'press');
      held.push(keycode);
      await pause(KEY_STEP_MS, signal);
    }
  } finally {
    for (const keycode of held.toReversed()) server.sendKey(keycode, 'release');
    await server.settle(AbortSignal.timeout(CLEAN_UP_MS));
  }
}
