import type { Database } from '../database/connect-database.ts';
import { checkQueue } from '../queue-check/check-queue.ts';
import { permitChecks } from '../queue-check/permit-checks.ts';
import { taskChecks } from '../queue-check/task-checks.ts';

/** The number of faults by kind. */
export async function findQueueFaults(
  database: Pick<Database, 'pool'>,
): Promise<Readonly<Record<string, number>>> {
  return (await checkQueue(database)).counts;
}

export const noFaults: Readonly<Record<string, number>> = Object.fromEntries(
  [...permitChecks, ...taskChecks].map(({ kind }) => [kind, 0]),
);
