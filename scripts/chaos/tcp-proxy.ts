import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Stops all bytes without closing connections, as if a cable were unplugged. */
  readonly cut: () => void;
  /** Delivers what was sent during the interruption. */
  readonly restore: () => void;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Forwards each connection to the next target that accepts it. */
export async function startTcpProxy(targets: readonly number[]): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const held = new Set<Socket>();
  let isCut = false;
  let turn = 0;

  async function accept(near: Socket): Promise<void> {
    // Nothing waits for this connection any more.
    near.on('error', () => undefined);
    if (isCut) {
      held.add(near);
      return;
    }
    turn += 1;
    const far = await connectFirst(targets, turn);
    if (!far || near.destroyed) {
      near.destroy();
      far?.destroy();
      return;
    }
    join(pairs, { near, far }, () => isCut);
  }

  const server = createServer({ pauseOnConnect: true }, (near) => void accept(near));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cut() {
      isCut = true;
      for (const { near, far } of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    restore() {
      isCut = false;
      for (const pair of pairs) flow(pair);
      for (const near of held) void accept(near);
      held.clear();
    },
    async [Symbol.asyncDispose]() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      for (const near of held) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function join(pairs: Set<Pair>, pair: Pair, isCut: () => boolean): void {
  const { near, far } = pair;
  pairs.add(pair);
  far.on('error', () => undefined);
  const end = (): void => {
    pairs.delete(pair);
    near.destroy();
    far.destroy();
  };
  near.once('close', end);
  far.once('close', end);
  if (!isCut()) flow(pair);
}

function flow({ near, far }: Pair): void {
  near.pipe(far);
  far.pipe(near);
}

async function connectFirst(targets: readonly number[], turn: number): Promise<Socket | undefined> {
  for (let index = 0; index < targets.length; index += 1) {
    const socket = connect(targets[(turn + index) % targets.length] ?? 0, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // Not listening: try the next target.
    }
  }
  return undefined;
}
