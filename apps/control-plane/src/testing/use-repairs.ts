import { beforeEach, expect } from '@jest/globals';
import { checkQueue } from '../queue-check/check-queue.ts';
import { repairQueue } from '../queue-check/repair-queue.ts';
import { noFaults } from './check-queue.ts';
import { claimNow, holderOf, noResult, orderOf, type TestStores } from './open-stores.ts';
import { useStores } from './use-stores.ts';

/** A planted fault, the checks that find it, and what the first of them expects and finds. */
export interface Planted {
  readonly prepare: () => Promise<unknown>;
  /** SQL. */
  readonly plant: string;
  readonly counts: Record<string, number>;
  readonly expected: object;
  readonly found: object;
}

export const NOTHING_LEFT = { counts: noFaults, open: 0 };

/** Counts of a report with only these faults. */
export function withFaults(kinds: Record<string, number>): Record<string, number> {
  return { ...noFaults, ...kinds };
}

/** Opens the stores for the tests of a file that plant faults and repair them. */
export async function useRepairs() {
  const stores = await useStores();
  let accountId = '';
  beforeEach(async () => {
    accountId = await stores.reset();
  });
  const submit = (login?: string, more: Parameters<typeof orderOf>[1] = {}) =>
    stores.tasks.submit(accountId, orderOf(login, more));
  return {
    stores,
    submit,
    getAccountId: (): string => accountId,
    /** Tasks of two logins and one without a login; one of them runs. */
    waitAndRun: async (): Promise<void> => {
      for (const login of ['ann', 'ann', 'bob', undefined]) await submit(login);
      await claimNow(stores.leases);
    },
    findAndRepair: (planted: Planted) => findAndRepair(stores, planted),
  };
}

/**
 * Expects that the fault is found and repaired. Returns what is left after the waiting tasks ran:
 * faults, and tasks that did not end.
 */
async function findAndRepair(
  stores: TestStores,
  { prepare, plant, counts, expected, found }: Planted,
): Promise<typeof NOTHING_LEFT> {
  await prepare();
  expect((await checkQueue(stores.database)).counts).toEqual(noFaults);
  await stores.database.pool.query(plant);
  const report = await checkQueue(stores.database);
  expect(report.counts).toEqual(withFaults(counts));
  expect(report.deviations[0]).toMatchObject({
    kind: Object.keys(counts)[0],
    severity: 'fault',
    expected,
    found,
  });

  const { repaired, after } = await repairQueue(stores);
  expect(repaired.length).toBeGreaterThan(0);
  expect(after.counts).toEqual(noFaults);
  await runAll(stores);
  const { counts: left } = await checkQueue(stores.database);
  return { counts: left, open: await countOpen(stores) };
}

/** Runs every waiting task that the workers receive, each to its end. */
async function runAll(stores: TestStores): Promise<void> {
  for (const worker of ['worker-1', 'worker-2']) {
    const labels = ['default', 'acme'];
    const signal = new AbortController().signal;
    await stores.database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'
      WHERE status IN ('allocated', 'running')`);
    await stores.leases.takeBackLost();
    for (;;) {
      const claim = { workerId: worker, labels, waitSeconds: 0, signal };
      const lease = await stores.leases.claim(claim);
      if (!lease) break;
      await stores.leases.complete(holderOf(lease, worker), noResult);
    }
  }
}

async function countOpen(stores: TestStores): Promise<number> {
  return stores.database.prisma.task.count({
    where: { status: { in: ['queued', 'allocated', 'running'] } },
  });
}
