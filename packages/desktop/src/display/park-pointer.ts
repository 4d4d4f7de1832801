import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Display } from './open-display.ts';

const DEADLINE_MS = 5_000;
/** Beyond every screen: the X server clamps it to the last pixel. */
const BEYOND = '32767';

/**
 * Moves the pointer to the last row of the display, which `openbox.xml` keeps free of windows.
 * Otherwise a browser whose mouse is driven over its own protocol resets it to the display's
 * pointer whenever a window changes while that pointer is over the browser. A full-screen window
 * also covers the last row. Throws when xdotool fails.
 */
export async function parkPointer({ environment }: Pick<Display, 'environment'>): Promise<void> {
  const options = { env: environment, timeout: DEADLINE_MS };
  await promisify(execFile)('xdotool', ['mousemove', BEYOND, BEYOND], options);
}
