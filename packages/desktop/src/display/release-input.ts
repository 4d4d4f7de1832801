import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Display } from './open-display.ts';

const DEADLINE_MS = 5_000;
/** X numbers keys from 8 to 255; xdotool takes numbers of one digit for digits, and the second key by its name. */
const KEYS = ['Escape', ...Array.from({ length: 246 }, (_, index) => String(index + 10))];
const BUTTONS = ['1', '2', '3', '4', '5'];

/**
 * Lets go of every key and mouse button that is held down at the display. The VNC server does not do that for a viewer that
 * is gone, and the X server would repeat its key forever. Throws when xdotool cannot.
 */
export async function releaseInput({ environment }: Pick<Display, 'environment'>): Promise<void> {
  const buttons = BUTTONS.flatMap((button) => ['mouseup', button]);
  const options = { env: environment, timeout: DEADLINE_MS };
  await promisify(execFile)('xdotool', ['keyup', '--delay', '0', ...KEYS, ...buttons], options);
}
