import { PortInUseError } from '@errand/app-runtime';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { cut } from './join-sockets.ts';
import { readTokenLine } from './read-token-line.ts';

/** High, because gateways connect many viewers to one worker. */
const MAX_CONNECTIONS = 2_000;
/** Connections that have not sent their token yet. */
const MAX_UNKNOWN = 100;
/** Detects a gateway that vanished without closing. */
const KEEP_ALIVE_MS = 30_000;

export interface ScreenPort extends AsyncDisposable {
  readonly port: number;
}

interface PortOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Owns the connection after its token line. */
  readonly onViewer: (token: string, viewer: Socket) => Promise<void>;
}

/**
 * Listens for viewers. Each connection starts with a token line; it closes if that is missing for
 * a few seconds or when its `onViewer` ends. Disposing closes all of them. Throws PortInUseError.
 */
export async function openScreenPort(options: PortOptions): Promise<ScreenPort> {
  const open = new Set<Socket>();
  let unknown = 0;
  const welcome = async (viewer: Socket): Promise<void> => {
    if (unknown >= MAX_UNKNOWN) return;
    unknown += 1;
    const token = await readTokenLine(viewer).finally(() => (unknown -= 1));
    if (token !== undefined) await options.onViewer(token, viewer);
  };
  const server = createServer({
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (viewer) => {
    open.add(viewer);
    viewer.once('close', () => open.delete(viewer));
    // A broken connection also emits `close`, which is handled.
    viewer.on('error', () => undefined);
    void welcome(viewer).finally(() => cut(viewer));
  });
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      open.forEach((viewer) => cut(viewer));
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, { host, port }: PortOptions): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const isTaken = Error.isError(error) && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new PortInUseError(port, 'SCREEN_PORT') : error;
  }
}
