import type { Socket } from 'node:net';

/**
 * Resets a connection, so that its other end does not take what has come for the whole. One that was told the end already is
 * closed instead: libuv refuses to reset what is being shut down, and the process of Node then never ends.
 */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
