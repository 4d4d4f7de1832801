import type { Socket } from 'node:net';
import { createKernelLookup } from './kernel-lookup.ts';
import { createTableLookup } from './table-lookup.ts';

const ESTABLISHED = 1;

/**
 * Tells whether the other end of a loopback connection is a process of this user: a port on loopback is open to all users of
 * the machine. The kernel is asked for the one socket; where it cannot be asked, the table of all sockets is read.
 */
export function createPeerCheck(): (socket: Socket) => Promise<boolean> {
  const askKernel = createKernelLookup();
  const readTable = createTableLookup();
  return async ({ localPort, remotePort }) => {
    if (localPort === undefined || remotePort === undefined) return false;
    const end = { from: remotePort, to: localPort };
    const found = askKernel(end) ?? (await readTable(end));
    // A socket that its process has closed is root's, whoever opened it.
    return found?.state === ESTABLISHED && found.userId === process.getuid?.();
  };
}
