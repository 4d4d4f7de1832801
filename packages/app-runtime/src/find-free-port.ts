import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the kernel's ephemeral range (RFC 6335 and Linux: from 32768 on), so that no other program
// is assigned the port between this check and the server's own bind.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
// Concurrent processes search different slices: none knows which port another has found but not
// bound yet.
const SLICE_PORTS = 1_000;
const slices = (HIGHEST_PORT - LOWEST_PORT) / SLICE_PORTS;
const firstPort = LOWEST_PORT + (process.pid % slices) * SLICE_PORTS;
const ATTEMPTS = 1_000;

const given = new Set<number>();

/**
 * Returns a loopback port that was free a moment ago, for a server that cannot pick one itself;
 * different at each call. Throws when no tried port is free.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(firstPort, firstPort + SLICE_PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) return port;
  }
  throw new Error(
    `None of ${ATTEMPTS} ports tried from ${firstPort} to ${firstPort + SLICE_PORTS - 1} is free.`,
  );
}

/** Returns `count` different free ports. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, findFreePort));
}

/** Returns whether nothing listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
