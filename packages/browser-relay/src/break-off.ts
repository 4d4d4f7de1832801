import type { Socket } from 'node:net';

/**
 * Resets a connection, so that the peer does not mistake partial data for complete. A socket that
 * is already shutting down is closed instead: libuv refuses to reset it, and the Node process would
 * then never exit.
 */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
