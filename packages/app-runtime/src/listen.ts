import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DRAIN_DEADLINE_MS = 5_000;

export interface ListeningServer extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  /** `http://host:port`, without a trailing slash. */
  readonly url: string;
}

/** Another process listens on the port that a setting names. */
export class PortInUseError extends Error {
  readonly code = 'port-in-use';

  constructor(port: number, setting: string) {
    super(
      `Port ${port} is in use by another process. Set ${setting} to a free port, or stop that process.`,
    );
    this.name = new.target.name;
  }
}

/**
 * Serves HTTP until disposed; then open requests may finish for 5 seconds. Port 0 takes a free one.
 * Throws PortInUseError, which names `setting`.
 */
export async function listen(
  application: RequestListener,
  options: { readonly port: number; readonly host: string; readonly setting: string },
): Promise<ListeningServer> {
  const server = createServer(application);
  const refuseReuse = trackResponses(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new PortInUseError(options.port, options.setting) : error);
    });
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    server,
    port,
    url: `http://${host}:${port}`,
    async [Symbol.asyncDispose]() {
      refuseReuse();
      await close(server);
    },
  };
}

/**
 * Answers a function that makes every answer from now on the last one on its connection. Otherwise a busy client keeps its
 * connection to a server that is going away, and is served by it until the drain is over.
 */
function trackResponses(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return () => {
    isClosing = true;
    for (const response of open) response.shouldKeepAlive = false;
  };
}

async function close(server: Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_DEADLINE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(force);
}
