import { pause } from '@errand/foundation';
import type { XServer } from '../x-server/x-server.ts';
import { isGivenTwice } from './extend-keyboard.ts';

/** How to press a keysym. */
export interface KeyPlace {
  readonly keycode: number;
  /** Whether Shift has to be down. */
  readonly isShifted: boolean;
}

/** Positions of keysyms on a keyboard. Missing keysyms are assigned to unused keycodes. */
export interface KeyMap {
  readonly find: (keysym: number) => KeyPlace | undefined;
  /**
   * Assigns keys to the first of these keysyms and returns how many of them can now be pressed in a
   * row; 0 only when the keyboard has no unused keycode at all. Waits before reassigning a key, so
   * that programs have interpreted what was pressed shortly before.
   */
  readonly provide: (keysyms: readonly number[], signal: AbortSignal) => Promise<number>;
}

/** Programs look up the meaning of a key some time after it was pressed. */
const UNDERSTOOD_AFTER_MS = 400;
/**
 * Programs learn of a keyboard change with a delay; until then Chromium interprets the next key by
 * the old mapping.
 */
const KNOWN_AFTER_MS = 250;
const UNICODE = 0x100_0000;

/**
 * Reads the current keyboard mapping. Read it for each use, because other programs change it too.
 */
export async function readKeyMap(server: XServer, signal: AbortSignal): Promise<KeyMap> {
  const rows = await server.readKeyboardMapping(signal);
  const places = indexPlaces(rows, server.keycodes.first);
  const spare = findSpareKeycodes(rows, server.keycodes.first);
  const give = (keysym: number, keycode: number): void => {
    const former = spare.get(keycode);
    if (former !== undefined) places.delete(former);
    spare.set(keycode, keysym);
    places.set(keysym, { keycode, isShifted: false });
    server.changeKeyboardMapping(keycode, [keysym, keysym]);
  };
  return {
    find: (keysym) => places.get(keysym),
    async provide(keysyms, provideSignal) {
      const isOnSpare = (keysym: number): boolean =>
        spare.get(places.get(keysym)?.keycode ?? NaN) === keysym;
      const isFixed = (keysym: number): boolean => places.has(keysym) && !isOnSpare(keysym);
      const { count, needed } = takeFirst(keysyms, { isFixed, most: spare.size });
      const missing = [...needed].filter((keysym) => !places.has(keysym));
      const free = [...spare].filter((entry) => isFree(entry) || !needed.has(entry[1] ?? NaN));
      const chosen = free.toSorted((one, other) => Number(isFree(other)) - Number(isFree(one)));
      const taken = chosen.slice(0, missing.length);
      if (!taken.every(isFree)) await pause(UNDERSTOOD_AFTER_MS, provideSignal);
      for (const [index, [keycode]] of taken.entries()) give(missing[index] ?? 0, keycode);
      if (taken.length > 0) await pause(KNOWN_AFTER_MS, provideSignal);
      return count;
    },
  };
}

/** Keys that a display was given when it was opened keep their characters. */
function isAssignable(keysym: number): boolean {
  if (isGivenTwice(keysym)) return false;
  return keysym < 0x100 || keysym >= UNICODE;
}

/** An unused keycode and the keysym currently assigned to it. */
type Spare = readonly [keycode: number, keysym: number | undefined];

function isFree([, keysym]: Spare): boolean {
  return keysym === undefined;
}

/** Returns how many leading keysyms fit in that many spare keycodes. */
function takeFirst(
  keysyms: readonly number[],
  { isFixed, most }: { isFixed: (keysym: number) => boolean; most: number },
): { count: number; needed: ReadonlySet<number> } {
  const needed = new Set<number>();
  for (const [count, keysym] of keysyms.entries()) {
    if (isFixed(keysym) || needed.has(keysym)) continue;
    if (needed.size === most) return { count, needed };
    needed.add(keysym);
  }
  return { count: keysyms.length, needed };
}

/**
 * Returns the lowest keycode of each keysym: a US keyboard's keys have lower keycodes than those of
 * other keyboards.
 */
function indexPlaces(
  rows: readonly (readonly number[])[],
  firstKeycode: number,
): Map<number, KeyPlace> {
  const places = new Map<number, KeyPlace>();
  for (const [index, row] of rows.entries()) {
    for (const [level, keysym] of row.slice(0, 2).entries()) {
      if (keysym === 0 || places.has(keysym)) continue;
      places.set(keysym, { keycode: firstKeycode + index, isShifted: level === 1 });
    }
  }
  return places;
}

/**
 * Finds keycodes that are empty, or were assigned here earlier: the same character with and without
 * Shift.
 */
function findSpareKeycodes(
  rows: readonly (readonly number[])[],
  firstKeycode: number,
): Map<number, number | undefined> {
  const spare = new Map<number, number | undefined>();
  for (const [index, row] of rows.entries()) {
    const [plain = 0, shifted = 0] = row;
    const isGiven = plain === shifted && isAssignable(plain);
    // Some programs treat the first keycode as an error.
    if (index > 0 && isGiven) spare.set(firstKeycode + index, plain === 0 ? undefined : plain);
  }
  return spare;
}
