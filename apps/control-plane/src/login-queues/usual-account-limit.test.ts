import { beforeEach, expect, test } from '@jest/globals';
import { addAccount } from '../testing/open-stores.ts';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { addKey, addWorker, limitOf } from '../testing/fleet.ts';
import { useStores } from '../testing/use-stores.ts';

const stores = await useStores();
let greedy: string;
let other: string;
beforeEach(async () => {
  greedy = await stores.reset();
  other = await addAccount(stores.database);
  await addWorker(stores.database, { slots: 3 });
});

test.each([
  ['has no key', undefined, null],
  ['has a revoked key', { revokedAt: new Date(0) }, null],
  ['has an expired key', { expiresAt: new Date(0) }, null],
  ['may not submit with its key', { scopes: ['read' as const] }, null],
  ['has a key', {}, 2],
])('counts other accounts only if they can submit: the other %s', async (_, key, limit) => {
  if (key) await addKey(stores.database, other, key);
  expect(await limitOf(stores.database, greedy)).toBe(limit);
});

test('counts the slots of its workers and the accounts that share them', async () => {
  await addKey(stores.database, other);
  await addWorker(stores.database, { slots: 4, labels: ['acme'] });
  await addWorker(stores.database, { slots: 100, lastSeen: '61 s' });
  expect(await limitOf(stores.database, greedy)).toBe(2);
  await stores.database.pool.query(`UPDATE accounts SET worker_label = 'acme' WHERE id = $1`, [
    other,
  ]);
  expect([await limitOf(stores.database, greedy), await limitOf(stores.database, other)]).toEqual([
    null,
    null,
  ]);
  await addKey(stores.database, greedy);
  await addWorker(stores.database, { slots: 10, labels: ['acme', 'default'] });
  expect([await limitOf(stores.database, greedy), await limitOf(stores.database, other)]).toEqual([
    12, 13,
  ]);
  await addWorker(stores.database, { slots: null });
  expect(await limitOf(stores.database, greedy)).toBe(null);
});

test("uses the account's own limit, then the default; 0 is no limit", async () => {
  await addKey(stores.database, other);
  const limits = createAccountLimitStore(stores.database);
  const read = () => limitOf(stores.database, greedy);
  await limits.setDefaults({ maxRunning: 7 });
  expect(await read()).toBe(7);
  await limits.set(greedy, { maxRunning: 0 });
  expect(await read()).toBe(null);
  await limits.setDefaults({ maxRunning: null });
  await limits.set(greedy, { maxRunning: null });
  expect(await read()).toBe(2);
});

test('does not reserve a slot if there is only one', async () => {
  await addKey(stores.database, other);
  await stores.database.pool.query('UPDATE workers SET slots = 1');
  expect(await limitOf(stores.database, greedy)).toBe(null);
});
