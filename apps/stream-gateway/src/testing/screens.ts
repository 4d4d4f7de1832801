import type { Socket } from 'node:net';
import type { ServeScreen } from './start-screen-port.ts';

/** The greeting of RFB 3.8; gateways forward nothing before it. */
const GREETING = 'RFB 003.008\n';
const CHUNK = Buffer.alloc(64 * 1024, 7);

/** Greets, then sends endlessly, as fast as it is read. */
export function floodScreen(socket: Socket): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(CHUNK));
  };
  socket.on('drain', send);
  socket.write(GREETING);
  send();
}

/** Greets, sends nothing else and records its input. */
export function createSilentScreen(): {
  readonly serve: ServeScreen;
  readonly received: () => Buffer;
} {
  const chunks: Buffer[] = [];
  return {
    serve: (socket) => {
      socket.on('data', (bytes) => chunks.push(bytes));
      socket.write(GREETING);
    },
    received: () => Buffer.concat(chunks),
  };
}
