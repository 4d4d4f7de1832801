import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoopbackEnd, SocketRecord } from './socket-record.ts';

/** Every TCP socket of this machine (of its network namespace), with the user that it belongs to. */
const SOCKET_TABLE = '/proc/net/tcp';
/** Browsers open several connections at once. One reading takes several milliseconds of processor time. */
const GATHER_MS = 2;
/** Of a line of the table, after the local address. */
const STATE_FIELD = 2;
const USER_FIELD = 6;

/** Finds sockets in the table of the system. Connections that come at once share a reading of it. */
export function createTableLookup(): (end: LoopbackEnd) => Promise<SocketRecord | undefined> {
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
  return async (end) => findRecord(await readAnew(), end);
}

function findRecord(table: string, { from, to }: LoopbackEnd): SocketRecord | undefined {
  const start = table.indexOf(`${loopback(from)} ${loopback(to)} `);
  if (start === -1) return undefined;
  const fields = table.slice(start, table.indexOf('\n', start)).split(/\s+/);
  return { state: Number(`0x${fields[STATE_FIELD]}`), userId: Number(fields[USER_FIELD]) };
}

/** 127.0.0.1 and a port, as the table writes them on little-endian machines, which is what Chromium runs on. */
function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}
