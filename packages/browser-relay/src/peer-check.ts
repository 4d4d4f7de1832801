import type { Socket } from 'node:net';
import { createKernelLookup } from './kernel-lookup.ts';
import { createTableLookup } from './table-lookup.ts';

const ESTABLISHED = 1;

/**
 * Returns a function that checks whether the peer of a loopback connection is a process of this
 * user, because a loopback port is open to all users of the machine. Queries the kernel for the one
 * socket, or falls back to the table of all sockets.
 */
export function createPeerCheck(): (socket: Socket) => Promise<boolean> {
  const askKernel = createKernelLookup();
  const readTable = createTableLookup();
  return async ({ localPort, remotePort }) => {
    if (localPort === undefined || remotePort === undefined) return false;
    const end = { from: remotePort, to: localPort };
    const found = askKernel(end) ?? (await readTable(end));
    // The kernel attributes a closed socket to root, whoever opened it.
    return found?.state === ESTABLISHED && found.userId === process.getuid?.();
  };
}
