import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers a WebSocket request with plain HTTP and closes. */
export function refuseUpgrade(socket: Duplex, status: 403 | 404 | 503, detail: string): void {
  const body = JSON.stringify({ detail });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
