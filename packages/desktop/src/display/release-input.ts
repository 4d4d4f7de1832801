import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Display } from './open-display.ts';

const DEADLINE_MS = 5_000;
/**
 * X keycodes range from 8 to 255. xdotool reads one-digit numbers as digits, so those are omitted
 * and the second keycode is named.
 */
const KEYS = ['Escape', ...Array.from({ length: 246 }, (_, index) => String(index + 10))];
const BUTTONS = ['1', '2', '3', '4', '5'];

/**
 * Releases every key and mouse button pressed on the display. The VNC server does not do that for a
 * disconnected viewer, and the X server would repeat a held key forever. Throws when xdotool fails.
 */
export async function releaseInput({ environment }: Pick<Display, 'environment'>): Promise<void> {
  const buttons = BUTTONS.flatMap((button) => ['mouseup', button]);
  const options = { env: environment, timeout: DEADLINE_MS };
  await promisify(execFile)('xdotool', ['keyup', '--delay', '0', ...KEYS, ...buttons], options);
}
