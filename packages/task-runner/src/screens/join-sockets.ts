import { once } from 'node:events';
import type { Socket } from 'node:net';

const LAST_BYTES_MS = 1_000;

/** Pipes bytes both ways with backpressure until one side ends, then closes the other. */
export async function joinSockets(viewer: Socket, screen: Socket): Promise<void> {
  const ended = Promise.race([closed(viewer), closed(screen)]);
  viewer.pipe(screen);
  screen.pipe(viewer);
  await ended;
  cut(viewer);
  cut(screen);
}

/** Ends a connection after its pending data is sent, or after a second if it is not read. */
export function cut(socket: Socket): void {
  if (socket.destroyed) return;
  const destroy = setTimeout(() => socket.destroy(), LAST_BYTES_MS);
  socket.once('close', () => clearTimeout(destroy));
  socket.destroySoon();
}

async function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  // A broken connection also counts as closed.
  await once(socket, 'close').catch(() => undefined);
}
