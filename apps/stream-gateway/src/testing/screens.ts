import type { Socket } from 'node:net';
import type { ServeScreen } from './start-screen-port.ts';

const CHUNK = Buffer.alloc(64 * 1024, 7);

/** Sends without end, as fast as it is read. */
export function floodScreen(socket: Socket): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(CHUNK));
  };
  socket.on('drain', send);
  send();
}

/** Says nothing and keeps what comes. */
export function createSilentScreen(): {
  readonly serve: ServeScreen;
  readonly received: () => Buffer;
} {
  const chunks: Buffer[] = [];
  return {
    serve: (socket) => void socket.on('data', (bytes) => chunks.push(bytes)),
    received: () => Buffer.concat(chunks),
  };
}
