import { beforeEach, expect, test } from '@jest/globals';
import { noFaults } from '../testing/check-queue.ts';
import { claimNow, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { checkQueue, countFaults } from './check-queue.ts';
import { repairQueue } from './repair-queue.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const run = (sql: string) => stores.database.pool.query(sql);

test('finds and repairs permits that stay parked for an account that may run more', async () => {
  await run('UPDATE accounts SET max_running = 1');
  for (const login of ['ann', 'bob', undefined])
    await stores.tasks.submit(accountId, orderOf(login));
  for (const _ of [1, 2]) await claimNow(stores.leases);
  await run(`UPDATE parked_permits SET parked_at = now() - interval '61 s'`);
  // Waiting for the account is not a fault, however long it lasts.
  expect((await checkQueue(stores.database)).counts).toEqual(noFaults);

  await run('UPDATE accounts SET max_running = 5');
  const report = await checkQueue(stores.database);
  expect(report.counts).toEqual({ ...noFaults, account_idle: 1 });
  expect(report.deviations[0]).toMatchObject({
    severity: 'fault',
    ids: { account_id: accountId },
    expected: { parked: 0 },
    found: { parked: 2, room: 4, permits_in_lane: 0 },
  });
  const { repaired, after } = await repairQueue(stores);
  expect(repaired).toMatchObject([{ kind: 'account_idle', changed: { permits_sent: 2 } }]);
  expect(after.counts).toEqual(noFaults);
  for (const _ of [1, 2]) expect(await claimNow(stores.leases)).toBeDefined();
});

test.each([
  ['a permit was parked a moment ago', '59 s', '1 h'],
  ['a worker registered a moment ago', '61 s', '59 s'],
])('leaves it to the reaper after %s', async (_, parked, came) => {
  await run('UPDATE accounts SET max_running = 1');
  for (const __ of [1, 2]) await stores.tasks.submit(accountId, orderOf());
  for (const __ of [1, 2]) await claimNow(stores.leases);
  await run(`UPDATE accounts SET max_running = 5;
    UPDATE parked_permits SET parked_at = now() - interval '${parked}';
    INSERT INTO workers (id, slots, labels, first_seen_at) VALUES ('new', 1, '{}', now() - interval '${came}')`);
  expect((await checkQueue(stores.database)).counts).toEqual(noFaults);
});

test('reports tasks beyond a lowered account limit as a notice and keeps them', async () => {
  for (const _ of [1, 2]) await stores.tasks.submit(accountId, orderOf());
  for (const _ of [1, 2]) await claimNow(stores.leases);
  await run('UPDATE accounts SET max_running = 1');
  const { repaired, after } = await repairQueue(stores);
  expect({ repaired, faults: countFaults(after) }).toEqual({ repaired: [], faults: 0 });
  expect(after.counts).toEqual({ ...noFaults, account_over_limit: 1 });
});
