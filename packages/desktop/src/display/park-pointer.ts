import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Display } from './open-display.ts';

const DEADLINE_MS = 5_000;
/** Beyond every screen: the X server takes the last pixel for it. */
const BEYOND = '32767';

/**
 * Moves the pointer to the last row of the display, which `openbox.xml` keeps free of windows. A browser whose mouse is
 * moved over its own protocol moves it back to the pointer of the display, whenever a window changes, while that pointer
 * is over it. A window in full screen reaches the last row, too. Throws when xdotool cannot.
 */
export async function parkPointer({ environment }: Pick<Display, 'environment'>): Promise<void> {
  const options = { env: environment, timeout: DEADLINE_MS };
  await promisify(execFile)('xdotool', ['mousemove', BEYOND, BEYOND], options);
}
