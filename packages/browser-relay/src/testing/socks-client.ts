import { connect, type Socket } from 'node:net';

export interface SocksAnswer {
  /** Reply code of RFC 1928; undefined when the relay hung up. */
  readonly code: number | undefined;
  /** Open when the code is 0. The caller ends it. */
  readonly socket: Socket;
}

/** Requests a connection from a relay as Chromium does: always by name, even for an address. */
export async function askRelay(
  proxyUrl: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<SocksAnswer> {
  const socket = connectToRelay(proxyUrl);
  socket.write(Uint8Array.of(5, 1, 0));
  await readSome(socket);
  const name = Buffer.from(host);
  socket.write(Buffer.from([5, 1, 0, 3, name.length, ...name, port >> 8, port & 255]));
  const answer = await readSome(socket);
  return { code: answer?.[1], socket };
}

export function connectToRelay(proxyUrl: string): Socket {
  const { hostname, port } = new URL(proxyUrl);
  return connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
}

/** Returns the next data; undefined when the connection ends instead. */
export function readSome(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const done = (data?: Buffer): void => {
      socket.off('data', done).off('close', onClose).pause();
      resolve(data);
    };
    const onClose = (): void => done();
    socket.once('data', done).once('close', onClose).resume();
  });
}
