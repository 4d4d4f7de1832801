import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '../server-process/error-code.ts';
import { S3ServerError } from './s3-server-errors.ts';

// Below the range from which the kernel gives ports away, so that no other program gets one by chance
// between this look and the server's own bind.
const lowestPort = 20_000;
const highestPort = 32_000;
const attempts = 200;

/** Ports of the loopback address that nobody listens on, all different. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const free = new Set<number>();
  for (let attempt = 0; attempt < attempts && free.size < count; attempt += 1) {
    const port = randomInt(lowestPort, highestPort);
    if (await isFree(port)) free.add(port);
  }
  if (free.size === count) return [...free];
  throw new S3ServerError(
    `Of ${attempts} ports tried between ${lowestPort} and ${highestPort}, fewer than ${count} are free.`,
  );
}

/** Throws S3ServerError when somebody listens on the port already. */
export async function assertPortFree(port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new S3ServerError(`Port ${port} of 127.0.0.1 is in use: choose another with --port.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise<unknown>((resolve) => server.close(resolve));
  return true;
}
