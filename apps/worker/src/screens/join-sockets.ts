import { once } from 'node:events';
import type { Socket } from 'node:net';

const LAST_BYTES_MS = 1_000;

/** Carries bytes both ways, as fast as the slower side reads them, until one side ends; then the other one is cut. */
export async function joinSockets(viewer: Socket, screen: Socket): Promise<void> {
  const ended = Promise.race([closed(viewer), closed(screen)]);
  viewer.pipe(screen);
  screen.pipe(viewer);
  await ended;
  cut(viewer);
  cut(screen);
}

/** Ends a connection after what is still to be sent, or after a second when nobody reads that. */
export function cut(socket: Socket): void {
  if (socket.destroyed) return;
  const destroy = setTimeout(() => socket.destroy(), LAST_BYTES_MS);
  socket.once('close', () => clearTimeout(destroy));
  socket.destroySoon();
}

async function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  // A connection that breaks is closed as well.
  await once(socket, 'close').catch(() => undefined);
}
