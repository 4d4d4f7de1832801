import type { Server } from 'node:http';
import { type WebSocket as PageSocket, WebSocketServer } from 'ws';

/**
 * Serves the sockets of pages: `RUN/socket` replies to each number after that many milliseconds,
 * `RUN/ticks?ms=` ticks, and `RUN/both?ms=` does both.
 */
export function servePageSockets(http: Server): Disposable {
  const server = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const [, , kind] = pathname.split('/');
    if (kind === undefined) return;
    server.handleUpgrade(request, socket, head, (page) => {
      if (kind !== 'socket') tick(page, Number(searchParams.get('ms')));
      if (kind !== 'ticks')
        page.on('message', (ms: Buffer) => {
          setTimeout(() => page.send('new'), Number(ms.toString()));
        });
    });
  });
  return {
    [Symbol.dispose]() {
      for (const page of server.clients) page.terminate();
      server.close();
    },
  };
}

function tick(page: PageSocket, ms: number): void {
  const interval = setInterval(() => page.send(String(Date.now())), ms);
  page.on('close', () => clearInterval(interval));
}
