import { CHECKS } from './check-registry.ts';
import { checkQueue, countFaults, type QueueReport } from './check-queue.ts';
import type { Deviation } from './deviation.ts';
import type { Repairer } from './repair.ts';

/** One repair can reveal another deviation: permits that it sent may belong elsewhere. */
const MAX_ROUNDS = 3;

const PLANS = new Map(CHECKS.map(({ kind, planRepair }) => [kind, planRepair]));

export interface Repaired extends Pick<Deviation, 'kind' | 'ids'> {
  /** What was changed, with the new numbers. */
  readonly changed: object;
}

/**
 * Checks, repairs deviations, and checks again. Each repair has its own transaction, takes the same
 * locks as every transition, and checks again before it changes anything, so it may run on a live
 * system.
 */
export async function repairQueue(
  repairer: Repairer,
): Promise<{ readonly repaired: readonly Repaired[]; readonly after: QueueReport }> {
  const repaired: Repaired[] = [];
  let report = await checkQueue(repairer.database);
  for (let round = 0; round < MAX_ROUNDS && countFaults(report) > 0; round += 1) {
    const done = new Set<string>();
    for (const deviation of report.deviations) {
      const { kind, ids } = deviation;
      const repair = PLANS.get(kind)?.(deviation);
      if (!repair || done.has(repair.key)) continue;
      done.add(repair.key);
      const changed = await repair.run(repairer);
      if (changed) repaired.push({ kind, ids, changed });
    }
    report = await checkQueue(repairer.database);
  }
  return { repaired, after: report };
}
