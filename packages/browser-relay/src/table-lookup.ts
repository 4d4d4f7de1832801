import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoopbackEnd, SocketRecord } from './socket-record.ts';

/** Lists every TCP socket of this machine (of its network namespace) with its user. */
const SOCKET_TABLE = '/proc/net/tcp';
/**
 * Delay that batches connections, because browsers open several together and one read costs several
 * milliseconds of CPU time.
 */
const GATHER_MS = 2;
/** Field indices in a line of the table, after the local address. */
const STATE_FIELD = 2;
const USER_FIELD = 6;

/**
 * Creates a function that finds sockets in the system's table. Concurrent lookups share one read.
 */
export function createTableLookup(): (end: LoopbackEnd) => Promise<SocketRecord | undefined> {
  let current: Promise<string> = Promise.resolve('');
  let next: Promise<string> | undefined;
  // A read in progress may already have passed the position of a new connection.
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

/**
 * Formats 127.0.0.1 and a port like the table on little-endian machines, the only ones that
 * Chromium supports.
 */
function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}
