import { connectXServer } from '../x-server/connect.ts';
import type { XServer } from '../x-server/x-server.ts';

const DEADLINE_MS = 5_000;

/**
 * Moves the pointer to the last row of the display, which `openbox.xml` keeps free of windows.
 * Otherwise a browser whose mouse is driven over its own protocol resets it to the display's
 * pointer whenever a window changes while that pointer is over the browser. A full-screen window
 * also covers the last row. Throws when the display does not respond.
 */
export async function parkPointer({
  environment,
}: {
  /** DISPLAY and XAUTHORITY. */
  readonly environment: NodeJS.ProcessEnv;
}): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  await using server = await connectXServer(environment, signal);
  park(server);
  await server.settle(signal);
}

/** See `parkPointer`. */
export function park({ size, sendMotion }: Pick<XServer, 'sendMotion' | 'size'>): void {
  sendMotion({ x: size.width - 1, y: size.height - 1 });
}
