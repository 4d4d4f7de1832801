import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface LoopbackConnection extends AsyncDisposable {
  readonly client: Socket;
  /** The accepted end, which is paused. */
  readonly accepted: Socket;
}

/** Opens a connection from this process to itself. */
export async function openLoopbackConnection(): Promise<LoopbackConnection> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  const [accepted] = await arrived;
  return {
    client,
    accepted,
    async [Symbol.asyncDispose]() {
      client.destroy();
      accepted.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
