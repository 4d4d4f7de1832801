import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/connect-database.ts';
import { checkQueue } from '../queue-check/check-queue.ts';
import { CHECKS } from '../queue-check/check-registry.ts';

/** The number of faults by kind. */
export async function findQueueFaults(
  database: Pick<Database, 'pool'>,
): Promise<Readonly<Record<string, number>>> {
  return (await checkQueue(database)).counts;
}

export const noFaults: Readonly<Record<string, number>> = Object.fromEntries(
  CHECKS.map(({ kind }) => [kind, 0]),
);

/** Throws an error that lists the faults, if there are any. */
export async function assertWholeQueue(database: Pick<Database, 'pool'>): Promise<void> {
  const faults = await findQueueFaults(database);
  if (!isDeepStrictEqual(faults, noFaults)) throw new Error(JSON.stringify(faults));
}
