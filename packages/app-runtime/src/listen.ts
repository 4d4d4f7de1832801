import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { StartError } from './start-error.ts';

const DRAIN_DEADLINE_MS = 5_000;
/** Deadline for the request headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Deadline for the whole request, including its body. */
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * How long an idle connection stays open. Longer than proxies keep theirs (60 s is common), so that
 * the proxy closes first: a request sent while the server closes is lost.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Certificate chain and its private key, in PEM. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface ListeningServer extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  /** `http://host:port` or `https://host:port`, without a trailing slash. */
  readonly url: string;
  /** Replaces the certificate for new connections. Only for a server with a certificate. */
  readonly changeCertificate: (certificate: Certificate) => void;
}

/** Another process uses the configured port. */
export class PortInUseError extends StartError {
  override readonly code = 'port-in-use';

  constructor(port: number, setting: string) {
    super(
      `Port ${port} is in use by another process. Set ${setting} to a free port, or stop that process.`,
    );
  }
}

/**
 * Serves HTTP until disposed; open requests then have 5 seconds to finish. Port 0 picks a free
 * port. Serves HTTPS with a certificate. Throws PortInUseError, which names `setting`.
 */
export async function listen(
  application: RequestListener,
  options: {
    readonly port: number;
    readonly host: string;
    readonly setting: string;
    readonly certificate?: Certificate | undefined;
    /** Maximum concurrent connections. Default: unlimited. */
    readonly maxConnections?: number | undefined;
  },
): Promise<ListeningServer> {
  const { certificate, maxConnections } = options;
  const tlsServer = certificate && createTlsServer(certificate, application);
  const server = tlsServer ?? createServer(application);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  const refuseReuse = trackResponses(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(explainListening(error, options));
    });
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    server,
    port,
    url: `${tlsServer ? 'https' : 'http'}://${host}:${port}`,
    changeCertificate: (changed) => tlsServer?.setSecureContext(changed),
    async [Symbol.asyncDispose]() {
      refuseReuse();
      await close(server);
    },
  };
}

function explainListening(
  error: NodeJS.ErrnoException,
  {
    port,
    host,
    setting,
  }: { readonly port: number; readonly host: string; readonly setting: string },
): Error {
  if (error.code === 'EADDRINUSE') return new PortInUseError(port, setting);
  if (error.code === 'EACCES') {
    return new StartError(
      `This user may not listen on port ${port}: set ${setting} to a port above 1023.`,
    );
  }
  const isUnknown = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND';
  if (!isUnknown) return error;
  return new StartError(
    `"${host}" is not an address of this machine, so ${setting} ${port} cannot be opened there: correct ${setting.replace(/PORT$/, 'HOST')}.`,
  );
}

/**
 * Returns a function that makes every further response the last one on its connection. Without it,
 * a busy client keeps its connection to a server that is shutting down until the drain ends.
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
