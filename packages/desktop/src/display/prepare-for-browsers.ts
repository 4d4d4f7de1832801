import { extendKeyboard } from '../input/extend-keyboard.ts';
import { connectXServer } from '../x-server/connect.ts';
import type { XServer } from '../x-server/x-server.ts';
import { park } from './park-pointer.ts';

const DEADLINE_MS = 5_000;

/**
 * Extends the keyboard of a display and parks its pointer, over one connection. Returns the
 * keyboard, as `describeKeyboard` does. Call this before programs start on the display: each change
 * of a key would cost all of them. `environment` has DISPLAY and XAUTHORITY. Throws
 * DesktopUnavailableError.
 */
export async function prepareForBrowsers(environment: NodeJS.ProcessEnv): Promise<string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  await using server = await connectXServer(environment, signal);
  await extendKeyboard(server, signal);
  park(server);
  return await describeKeyboard(server, signal);
}

/** Returns which key gives which characters. */
export async function describeKeyboard(
  server: Pick<XServer, 'readKeyboardMapping'>,
  signal: AbortSignal,
): Promise<string> {
  return JSON.stringify(await server.readKeyboardMapping(signal));
}
