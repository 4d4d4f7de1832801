import { expect, test } from '@jest/globals';
import { noFaults } from '../testing/check-queue.ts';
import {
  addAccount,
  claimNow,
  holderOf,
  noResult,
  openStores,
  orderOf,
} from '../testing/open-stores.ts';
import { repairQueue } from './repair-queue.ts';

const TASKS = 90;

test('repairs while tasks are claimed, submitted and ended', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  const claimed: string[] = [];
  const claimer = async (workerId: string): Promise<void> => {
    while (claimed.length < TASKS) {
      const lease = await claimNow(stores.leases, workerId);
      if (!lease) continue;
      claimed.push(lease.taskId);
      await stores.leases.complete(holderOf(lease, workerId), noResult);
    }
  };
  const submitter = async (): Promise<void> => {
    for (let n = 0; n < TASKS; n += 1) {
      const limits = {
        per_login_parallelism: 1 + (n % 2),
        max_parallelism: [undefined, 3, 4][n % 3],
      };
      const login = n % 4 === 0 ? undefined : `login-${n % 5}`;
      await stores.tasks.submit(accountId, orderOf(login, limits));
    }
  };
  let repairs = 0;
  const saboteur = async (): Promise<void> => {
    while (claimed.length < TASKS) {
      await stores.database.pool
        .query(`UPDATE login_queues SET waiting = waiting + 1, issued = issued + 1
        WHERE id = (SELECT id FROM login_queues ORDER BY random() LIMIT 1)`);
      await stores.database.pool
        .query(`DELETE FROM pgboss.job WHERE id = (SELECT id FROM pgboss.job WHERE name = 'permits'
        ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)`);
      repairs += (await repairQueue(stores)).repaired.length;
    }
  };
  await Promise.all([claimer('worker-1'), claimer('worker-2'), submitter(), saboteur()]);
  const { after } = await repairQueue(stores);
  expect(after.counts).toEqual(noFaults);
  expect(repairs).toBeGreaterThan(0);
  expect(new Set(claimed).size).toBe(TASKS);
  expect(await stores.database.prisma.task.count({ where: { status: { not: 'success' } } })).toBe(
    0,
  );
});
