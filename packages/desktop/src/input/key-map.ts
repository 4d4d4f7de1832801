import { pause } from '@errand/foundation';
import type { XServer } from '../x-server/x-server.ts';

/** How a keysym is pressed. */
export interface KeyPlace {
  readonly keycode: number;
  /** Whether Shift has to be down. */
  readonly isShifted: boolean;
}

/** Where the keysyms are on a keyboard. Those that it lacks get one of its unused keycodes. */
export interface KeyMap {
  readonly find: (keysym: number) => KeyPlace | undefined;
  /**
   * Gives keys to the first of these keysyms, and answers how many of them can now be pressed in a row: none only when the
   * keyboard has no unused keycode at all. Waits when it has to take a key from a keysym: what was pressed shortly before must
   * have been understood by then.
   */
  readonly provide: (keysyms: readonly number[], signal: AbortSignal) => Promise<number>;
}

/** Programs look up what a key meant some time after it was pressed. */
const UNDERSTOOD_AFTER_MS = 400;
/** Programs learn of a change of the keyboard some time after it; Chromium takes the next key for what it was otherwise. */
const KNOWN_AFTER_MS = 250;
const UNICODE = 0x100_0000;

/** Reads the keys as they are now. To be done for each use: others change the keyboard, too. */
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

/** A keycode without a key, and the keysym that it has for now. */
type Spare = readonly [keycode: number, keysym: number | undefined];

function isFree([, keysym]: Spare): boolean {
  return keysym === undefined;
}

/** The first keysyms for which that many spare keycodes are enough. */
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

/** The lowest keycode of each keysym: keys of a US keyboard have lower ones than those of other keyboards. */
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

/** Those without any keysym, and those that were given one here before: the same character with and without Shift. */
function findSpareKeycodes(
  rows: readonly (readonly number[])[],
  firstKeycode: number,
): Map<number, number | undefined> {
  const spare = new Map<number, number | undefined>();
  for (const [index, row] of rows.entries()) {
    const [plain = 0, shifted = 0] = row;
    const isGiven = plain === shifted && (plain < 0x100 || plain >= UNICODE);
    // Some programs take the first keycode for an error.
    if (index > 0 && isGiven) spare.set(firstKeycode + index, plain === 0 ? undefined : plain);
  }
  return spare;
}
