import { extendKeyboard } from '../input/extend-keyboard.ts';
import { connectXServer } from '../x-server/connect.ts';
import { park } from './park-pointer.ts';

const DEADLINE_MS = 5_000;

/**
 * Extends the keyboard of a display and parks its pointer, over one connection. Call this before
 * programs start on the display: each change of a key would cost all of them. `environment` has
 * DISPLAY and XAUTHORITY. Throws DesktopUnavailableError.
 */
export async function prepareForBrowsers(environment: NodeJS.ProcessEnv): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  await using server = await connectXServer(environment, signal);
  await extendKeyboard(server, signal);
  park(server);
  await server.settle(signal);
}
