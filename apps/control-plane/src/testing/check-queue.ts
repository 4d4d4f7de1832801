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
