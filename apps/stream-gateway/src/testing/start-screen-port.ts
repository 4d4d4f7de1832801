import { openScreenToken, type ScreenClaims } from '@errand/stream-ticket';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Handles a connection with a valid token. The socket has no listeners. */
export type ServeScreen = (socket: Socket, claims: ScreenClaims) => void;

export interface ScreenPort extends AsyncDisposable {
  /** What a worker registers with the control plane. */
  readonly screen: { readonly address: string; readonly key: string };
  readonly connections: () => number;
  /** Closes all connections, as when a worker dies. */
  readonly cut: () => void;
}

/** Listens like a worker: one port, where every connection starts with a token. */
export async function startScreenPort(serve: ServeScreen, host = '127.0.0.1'): Promise<ScreenPort> {
  const key = randomBytes(32);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    readLine(socket)
      .then((line) => serve(socket, openScreenToken(key, line)))
      .catch(() => socket.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    screen: {
      address: `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
      key: key.toString('base64'),
    },
    connections: () => sockets.size,
    cut,
    async [Symbol.asyncDispose]() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

async function readLine(socket: Socket): Promise<string> {
  let text = '';
  for (;;) {
    await once(socket, 'readable', { signal: AbortSignal.timeout(3_000) });
    for (let byte: Buffer | null = socket.read(1); byte; byte = socket.read(1)) {
      if (byte[0] === 10) return text;
      text += byte.toString('latin1');
    }
  }
}
