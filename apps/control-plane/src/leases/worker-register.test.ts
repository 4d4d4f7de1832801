import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStores, type TestStores } from '../testing/open-stores.ts';
import { createWorkerRegister, forgetOldWorkers } from './worker-register.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await openStores();
});

afterAll(async () => {
  await stores[Symbol.asyncDispose]();
});

test('forgets a worker that was last seen a day ago, and no other', async () => {
  await stores.reset();
  const { pool } = stores.database;
  const register = createWorkerRegister(pool);
  for (const workerId of ['gone', 'alive']) await register.note({ workerId, slots: 2 });
  await pool.query(
    `UPDATE workers SET last_seen_at = last_seen_at - interval '1 day' WHERE id = 'gone'`,
  );
  expect(await forgetOldWorkers(pool)).toBe(false);
  const { rows } = await pool.query('SELECT id, slots FROM workers');
  expect(rows).toEqual([{ id: 'alive', slots: 2 }]);
});
