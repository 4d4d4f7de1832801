import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Sends a plain HTTP response to a WebSocket request and closes the connection. */
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
