import { openDeadline, pauseUntilAborted } from '@errand/foundation';
import { connectXServer } from '../x-server/connect.ts';
import type { Display } from './open-display.ts';
import { park } from './park-pointer.ts';
import { describeKeyboard } from './prepare-for-browsers.ts';
import { releaseAll } from './release-input.ts';

const DEADLINE_MS = 5_000;
const POLL_MS = 5;

/**
 * Prepares a display for another user: waits until it shows no window, releases keys and buttons,
 * parks the pointer, and clears the clipboard and the selected text. Returns whether all of that
 * certainly worked, no lock such as Caps Lock is on, and the keyboard is the one that the display
 * opened with: pages can read characters that a task has added. Throws when the display does not
 * respond.
 */
export async function clearDisplay(
  display: Pick<Display, 'environment' | 'keyboard'>,
  signal: AbortSignal,
): Promise<boolean> {
  using deadline = openDeadline(signal, DEADLINE_MS);
  const { signal: inTime } = deadline;
  await using server = await connectXServer(display.environment, inTime);
  // A window that was closed disappears a little later.
  while (await server.showsWindow(inTime)) {
    await pauseUntilAborted(POLL_MS, inTime);
    if (inTime.aborted) return false;
  }
  releaseAll(server);
  park(server);
  const { keyMask } = await server.readPointer(inTime);
  // Caps Lock outlasts its key.
  if (keyMask !== 0) return false;
  if (display.keyboard !== undefined) {
    const keyboard = await describeKeyboard(server, inTime);
    if (keyboard !== display.keyboard) return false;
  }
  return await server.clearSelections(inTime);
}
