import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Every TCP socket of this machine (of its network namespace), with the user that it belongs to. */
const SOCKET_TABLE = '/proc/net/tcp';
/** Browsers open several connections at once. One reading takes several milliseconds of processor time. */
const GATHER_MS = 2;
/** Of a line of the table, after the local address. */
const USER_FIELD = 6;

/**
 * Tells whether the other end of a loopback connection is a process of this user: a port on loopback is open to all users of
 * the machine. Connections that come at once share a reading of the table. It is most of what a relay costs
 * (infra/decisions/2026-11-22-browsers-behind-a-relay.md).
 */
export function createPeerCheck(): (socket: Socket) => Promise<boolean> {
  let current: Promise<string> = Promise.resolve('');
  let next: Promise<string> | undefined;
  // The reading that is going on may have passed the place of a new connection.
  const readAnew = (): Promise<string> =>
    (next ??= current
      .catch(() => '')
      .then(() => delay(GATHER_MS))
      .then(() => {
        next = undefined;
        return (current = readFile(SOCKET_TABLE, 'latin1'));
      }));
  return async ({ localPort, remotePort }) => {
    if (localPort === undefined || remotePort === undefined) return false;
    return findUser(await readAnew(), remotePort, localPort) === process.getuid?.();
  };
}

function findUser(table: string, from: number, to: number): number | undefined {
  const start = table.indexOf(`${loopback(from)} ${loopback(to)} `);
  if (start === -1) return undefined;
  const user = table.slice(start, table.indexOf('\n', start)).split(/\s+/)[USER_FIELD];
  return user === undefined ? undefined : Number(user);
}

/** 127.0.0.1 and a port, as the table writes them on little-endian machines, which is what Chromium runs on. */
function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}
