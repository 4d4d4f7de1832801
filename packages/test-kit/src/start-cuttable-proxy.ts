import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttableProxy extends AsyncDisposable {
  readonly url: string;
  /**
   * Silently drops all traffic in both directions: connections stay open, new ones are accepted.
   */
  readonly cut: () => void;
  /** Ends all connections and refuses new ones, like a server that has stopped. */
  readonly stop: () => void;
  /** Ends connections that were open during the interruption and forwards new ones. */
  readonly mend: () => void;
}

/** Forwards TCP to an HTTP server and can go silent like a broken network. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isStopped = false;
  const follow = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    follow(client);
    if (isStopped) client.destroy();
    if (isCut || isStopped) return;
    const upstream = connect(Number(port), hostname);
    follow(upstream);
    client.on('data', (data) => !isCut && upstream.write(data));
    upstream.on('data', (data) => !isCut && client.write(data));
    client.once('close', () => !isCut && upstream.destroy());
    upstream.once('close', () => !isCut && client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
    },
    stop() {
      isStopped = true;
      endAll();
    },
    mend() {
      endAll();
      isCut = false;
      isStopped = false;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
