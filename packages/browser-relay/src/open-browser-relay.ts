import { setMaxListeners } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { AddressRefusedError } from './address-refused-error.ts';
import { breakOff } from './break-off.ts';
import { connectTo } from './connect-to.ts';
import {
  type ConnectionProblems,
  createConnectionProblems,
  type RefusalLog,
} from './connection-problems.ts';
import type { BrowserNetwork } from './create-browser-network.ts';
import { type Destination, readSocksRequest, socksReply } from './read-socks-request.ts';

/** A browser sends its request immediately, but may get no CPU for some time. */
const REQUEST_MS = 30_000;
/** More than one browser opens: 99 connections, 99 WebSockets, plus WebRTC. */
const MOST_CONNECTIONS = 512;
/** Pipelines in both directions exceed Node's default warning limit. */
const MOST_LISTENERS = 20;

/** The only network access of one browser. */
export interface BrowserRelay extends AsyncDisposable {
  /** Value for `--proxy-server`. */
  readonly proxyUrl: string;
  /** Returns why the last connection to a URL's host failed, as the end of a sentence. */
  readonly problemOf: (url: string) => string | undefined;
  /** Ends all connections, and refuses new ones from now on. */
  readonly seal: () => void;
}

export interface RelayOptions {
  readonly network: BrowserNetwork;
  readonly logger: RefusalLog;
}

interface Serving {
  readonly network: BrowserNetwork;
  readonly problems: ConnectionProblems;
}

/**
 * Listens on a free loopback port, for processes of this user only, and connects them to what
 * `network` allows. It speaks SOCKS 5, so it forwards bytes without reading them. Disposing ends
 * all connections.
 */
export async function openBrowserRelay({ network, logger }: RelayOptions): Promise<BrowserRelay> {
  const problems = createConnectionProblems(logger);
  const sockets = new Set<Socket>();
  let isSealed = false;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (isSealed) socket.destroy();
    else void serve(socket, { network, problems });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const closedPort = network.closePort(port);
  return {
    proxyUrl: `socks5://127.0.0.1:${port}`,
    problemOf: problems.of,
    seal() {
      isSealed = true;
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      closedPort[Symbol.dispose]();
    },
  };
}

/** Serves one connection. A peer that disconnects or speaks another protocol gets no reply. */
async function serve(socket: Socket, serving: Serving): Promise<void> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once('close', leave);
  const timer = setTimeout(leave, REQUEST_MS);
  try {
    // Do nothing for other users: neither resolve a name nor contact a host.
    if (!(await serving.network.isOwnPeer(socket))) return;
    const destination = await readSocksRequest(socket, gone.signal);
    clearTimeout(timer);
    const [reached] = await Promise.allSettled([reach(destination, serving, gone.signal)]);
    if (gone.signal.aborted) {
      if (reached.status === 'fulfilled') reached.value.destroy();
    } else if (reached.status === 'fulfilled') {
      serving.problems.clear(destination);
      await passOn(socket, reached.value);
    } else {
      serving.problems.add(destination, reached.reason);
      const isRefused = reached.reason instanceof AddressRefusedError;
      socket.write(socksReply(isRefused ? 'refused' : 'unreachable'));
    }
  } catch {
    socket.destroy();
  } finally {
    clearTimeout(timer);
    socket.destroySoon();
  }
}

async function reach(
  destination: Destination,
  { network }: Serving,
  signal: AbortSignal,
): Promise<Socket> {
  return connectTo(destination, await network.resolve(destination, signal), signal);
}

/**
 * Forwards data both ways, and resets one side when the other is reset: an orderly end would make
 * half a file look complete.
 */
async function passOn(socket: Socket, remote: Socket): Promise<void> {
  setMaxListeners(MOST_LISTENERS, socket, remote);
  remote.once('error', () => breakOff(socket));
  socket.once('error', () => breakOff(remote));
  socket.write(socksReply('connected'));
  await pipeline(socket, remote, socket);
}
