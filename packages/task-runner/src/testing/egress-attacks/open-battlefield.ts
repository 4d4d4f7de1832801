import { findFreePorts } from '@errand/app-runtime';
import { once } from 'node:events';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Host of the attacker's pages, which the browser may reach. */
export const SITE_HOST = '127.0.0.99';
const VICTIM_HOSTS = ['127.0.0.1', '127.0.0.2', '::1'];

/** An attacker's site and its victims: one port per attempt, so that hits can be told apart. */
export interface Battlefield extends AsyncDisposable {
  readonly sitePort: number;
  readonly ports: readonly number[];
  /** Connections and datagrams that reached a victim's port. */
  readonly hits: (port: number) => number;
}

/**
 * Starts site and victims. The site also listens on the victims' ports, at its own address: DNS
 * rebinding needs that.
 */
export async function openBattlefield(attempts: number): Promise<Battlefield> {
  await using owned = new AsyncDisposableStack();
  const hits = new Map<number, number>();
  const { port: sitePort } = owned.use(await listen(serveSite, SITE_HOST, 0));
  const ports: number[] = [];
  for (const free of await findFreePorts(attempts)) {
    const { port } = owned.use(await listen(serveSite, SITE_HOST, free));
    const hit = (): void => void hits.set(port, (hits.get(port) ?? 0) + 1);
    for (const host of VICTIM_HOSTS) {
      const victim = owned.use(await listen(serveVictim, host, port));
      victim.server.on('connection', hit);
    }
    owned.use(await listenForDatagrams(port, hit));
    ports.push(port);
  }
  const resources = owned.move();
  return {
    sitePort,
    ports,
    hits: (port) => hits.get(port) ?? 0,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

interface Listening extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
): Promise<Listening> {
  const server = createServer(answer).listen(port, host);
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listenForDatagrams(
  port: number,
  hit: () => void,
): Promise<UdpSocket & AsyncDisposable> {
  const socket = createSocket('udp4').on('message', hit).bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function serveVictim(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
    'content-type': 'text/plain',
  });
  response.end('internal');
}

function serveSite(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const to = searchParams.get('to') ?? '';
  // Forces a new DNS lookup for each request.
  response.shouldKeepAlive = !request.headers.host?.startsWith('rebinding.');
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (pathname === '/redirect') {
    const hops = Number(searchParams.get('hops') ?? 0);
    searchParams.set('hops', `${hops - 1}`);
    const location = hops > 0 ? `/redirect?${searchParams}` : to;
    response.writeHead(Number(searchParams.get('status')), {
      location,
      'access-control-allow-origin': '*',
    });
    response.end();
  } else if (pathname === '/script') {
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
    response.end(searchParams.get('code'));
  } else if (pathname === '/refresh') {
    response.writeHead(200, html).end(`<meta http-equiv=refresh content="0;url=${to}">`);
  } else if (pathname === '/prerendered') {
    response.writeHead(200, html).end(`<img src="${to}">`);
  } else if (pathname === '/reporting') {
    const policy = `img-src 'none'; report-uri ${to}`;
    response.writeHead(200, { ...html, 'content-security-policy': policy });
    response.end('<img src="/x">');
  } else {
    response.writeHead(200, html).end('<!doctype html><title>attacker</title><body>');
  }
}
