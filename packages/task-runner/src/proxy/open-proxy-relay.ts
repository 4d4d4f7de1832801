import { randomBytes } from 'node:crypto';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestByHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type BrowserRelay,
  type ConnectionProblems,
  createConnectionProblems,
  type RelayOptions,
} from '@errand/browser-relay';
import { ProxyFailedError, ProxyUnreachableError } from './proxy-errors.ts';
import { authorize } from './proxy-login.ts';
import type { ProxyConfig } from './proxy-settings.ts';

/** A relay that forwards all traffic to a proxy and adds the login. */
export interface ProxyRelay extends BrowserRelay {
  /**
   * Fires with a ProxyFailedError when the proxy refuses the login, with a ProxyUnreachableError
   * when it cannot be reached.
   */
  readonly failed: AbortSignal;
}

/** More than one browser opens: 99 connections, 99 WebSockets, plus WebRTC. */
const MOST_CONNECTIONS = 512;
const REFUSED = 'the proxy refused PROXY_USERNAME and PROXY_PASSWORD of this worker.';
/**
 * Hop-by-hop headers, or headers that expose what the browser does not know. Node throws for a
 * `Trailer` header without chunks, which any site can send; trailers are not forwarded.
 */
const OWN_HEADERS = [
  'proxy-authorization',
  'proxy-connection',
  'connection',
  'keep-alive',
  'trailer',
];

interface Upstream {
  /** Sends a request to the proxy with the login. */
  readonly ask: (method: string, target: string, headers: object) => ClientRequest;
  readonly fail: (reason: Error) => void;
  readonly host: string;
  /** Abandons a request whose response is no longer awaited; this says nothing about the proxy. */
  readonly leave: (asked: ClientRequest) => void;
  /** Abandons all requests. */
  readonly close: () => void;
}

/** Decides which requests are forwarded. */
interface Gate {
  /**
   * Whether the request is from the browser and its address is allowed. The proxy resolves names.
   */
  readonly isOpen: (socket: Duplex, url: string) => Promise<boolean>;
}

/**
 * Listens on a free local port for processes of this user. The browser never gets the login: a
 * browser with proxy credentials also sends them to any site that responds with 401.
 */
export async function openProxyRelay(
  config: ProxyConfig,
  { network, logger }: RelayOptions,
): Promise<ProxyRelay> {
  const failure = new AbortController();
  const upstream = createUpstream(config, (reason) => failure.abort(reason));
  const problems = createConnectionProblems(logger);
  const gate = createGate(network, problems);
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    void forward({ upstream, gate }, request, response);
  });
  // No deadline: uploads may be long.
  server.requestTimeout = 0;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void tunnel({ upstream, gate }, request.url ?? '', { socket, head });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const closedPort = network.closePort(port);
  return {
    proxyUrl: `http://127.0.0.1:${port}`,
    problemOf: problems.of,
    seal() {
      server.on('connection', (socket) => socket.destroy());
      upstream.close();
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
    },
    failed: failure.signal,
    async [Symbol.asyncDispose]() {
      upstream.close();
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      closedPort[Symbol.dispose]();
    },
  };
}

function createGate(network: RelayOptions['network'], problems: ConnectionProblems): Gate {
  const peers = new WeakMap<Duplex, Promise<boolean>>();
  const isOwnPeer = (socket: Duplex): Promise<boolean> => {
    const known = peers.get(socket) ?? network.isOwnPeer(socket as Socket).catch(() => false);
    peers.set(socket, known);
    return known;
  };
  return {
    async isOpen(socket, url) {
      const { hostname, port } = URL.parse(url) ?? {};
      if (!hostname || !(await isOwnPeer(socket))) return false;
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      const destination = { host, port: Number(port || 80) };
      try {
        await network.checkUnresolved(destination, new AbortController().signal);
        problems.clear(destination);
        return true;
      } catch (error) {
        problems.add(destination, error);
        return false;
      }
    },
  };
}

function createUpstream(config: ProxyConfig, fail: Upstream['fail']): Upstream {
  const { url } = config;
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  const authorization = authorize(config, randomBytes(8).toString('hex'));
  const login = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  const open = new Set<ClientRequest>();
  const left = new WeakSet<ClientRequest>();
  const leave = (asked: ClientRequest): void => {
    left.add(asked);
    asked.destroy();
  };
  return {
    fail,
    host: url.host,
    leave,
    close() {
      for (const asked of open) leave(asked);
    },
    ask(method, target, headers) {
      const asked = request({
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        method,
        path: target,
        headers: { ...headers, ...login },
        agent: false,
      });
      open.add(asked);
      asked.once('close', () => open.delete(asked));
      let isConnected = false;
      asked.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      asked.once('error', (error: NodeJS.ErrnoException) => {
        if (!isConnected && !left.has(asked))
          fail(new ProxyUnreachableError(url.host, error.code ?? error.name));
      });
      return asked;
    },
  };
}

/** Forwards plain HTTP, asking the proxy for the absolute URL. */
async function forward(
  { upstream, gate }: { readonly upstream: Upstream; readonly gate: Gate },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: target = '' } = request;
  if (!target.startsWith('http://')) {
    response.writeHead(400).end('This is a proxy.');
    return;
  }
  if (!(await gate.isOpen(request.socket, target))) {
    // An error page from here would look like the site's; close the connection so that the browser
    // shows its own.
    request.socket.destroy();
    return;
  }
  if (response.destroyed) return;
  const asked = upstream.ask(method, target, withoutOwn(request.headers));
  asked.once('response', (answer) => {
    const { statusCode = 502, headers } = answer;
    if (isRefusal(statusCode)) probeLogin(upstream, target);
    // A 407 would make the browser ask for the login, which it must not have; a status below 200 is
    // not a response.
    const isPassedOn = statusCode !== 407 && statusCode >= 200;
    response.writeHead(isPassedOn ? statusCode : 502, withoutOwn(headers));
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  asked.once('error', () => (response.headersSent ? response.destroy() : answer502(response)));
  // A protocol upgrade, for example, is neither a response nor an error.
  asked.once('close', () => response.headersSent || answer502(response));
  response.once('close', () => upstream.leave(asked));
  request.pipe(asked);
}

/**
 * Checks the login with a CONNECT. A 401 or 407 may come from the proxy or from a site that wants
 * to end the task; no site can influence the response to CONNECT.
 */
function probeLogin(upstream: Upstream, address: string): void {
  const target = `${URL.parse(address)?.hostname ?? 'localhost'}:443`;
  const asked = upstream.ask('CONNECT', target, { host: target });
  asked.once('connect', ({ statusCode }, socket) => {
    socket.destroy();
    if (isRefusal(statusCode)) upstream.fail(new ProxyFailedError(REFUSED));
  });
  asked.once('error', () => undefined);
  asked.end();
}

/** Forwards everything else: TLS and WebSockets. */
async function tunnel(
  { upstream, gate }: { readonly upstream: Upstream; readonly gate: Gate },
  target: string,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
): Promise<void> {
  socket.on('error', () => undefined);
  if (!(await gate.isOpen(socket, `http://${target}`))) {
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  if (socket.destroyed) return;
  const asked = upstream.ask('CONNECT', target, { host: target });
  socket.on('error', () => upstream.leave(asked));
  socket.once('close', () => upstream.leave(asked));
  asked.once('connect', ({ statusCode }, remote, first) => {
    if (isRefusal(statusCode)) upstream.fail(new ProxyFailedError(REFUSED));
    if (statusCode === undefined || statusCode < 200 || statusCode > 299) {
      remote.destroy();
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    remote.on('error', () => socket.destroy());
    socket.once('close', () => remote.destroy());
    remote.once('close', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.write(first);
    remote.write(head);
    remote.pipe(socket);
    socket.pipe(remote);
  });
  asked.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  asked.end();
}

function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 407;
}

function answer502(response: ServerResponse): void {
  response.writeHead(502).end();
}

function withoutOwn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  );
}
