import { connectXServer } from '../x-server/connect.ts';
import type { XServer } from '../x-server/x-server.ts';
import type { Display } from './open-display.ts';

const DEADLINE_MS = 5_000;
const BUTTONS = [1, 2, 3, 4, 5];

/**
 * Releases every key and mouse button pressed on the display, which the X server would otherwise
 * repeat. The VNC server releases those of its last viewer only when it ends, some seconds later,
 * and not at all if it is killed. Throws when the display does not respond.
 */
export async function releaseInput({ environment }: Pick<Display, 'environment'>): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  await using server = await connectXServer(environment, signal);
  releaseAll(server);
  await server.settle(signal);
}

export function releaseAll(server: Pick<XServer, 'keycodes' | 'sendButton' | 'sendKey'>): void {
  const { first, last } = server.keycodes;
  for (let keycode = first; keycode <= last; keycode += 1) server.sendKey(keycode, 'release');
  for (const button of BUTTONS) server.sendButton(button, 'release');
}
