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
  const register = createWorkerRegister(stores);
  for (const workerId of ['gone', 'alive']) await register.note({ workerId, slots: 2 });
  await pool.query(
    `UPDATE workers SET last_seen_at = last_seen_at - interval '1 day' WHERE id = 'gone'`,
  );
  expect(await forgetOldWorkers(pool)).toBe(false);
  const { rows } = await pool.query('SELECT id, slots FROM workers');
  expect(rows).toEqual([{ id: 'alive', slots: 2 }]);
});

const screenOf = (character: string) => ({
  address: `10.0.0.${character.charCodeAt(0)}:5900`,
  key: Buffer.alloc(32, character).toString('base64'),
});

async function readScreens() {
  const { rows } = await stores.database.pool.query<{ address: string | null; sealed: string }>(
    `SELECT screen_address AS address, screen_key AS sealed FROM workers WHERE id = 'w'`,
  );
  return rows.map(({ address, sealed }) => ({
    address,
    key: sealed && stores.sealer.unseal(sealed, 'worker:w:screen_key'),
    isSealed: !sealed?.includes('AAAA'),
  }));
}

test('keeps where the screens of a worker are, the key sealed, and hears at once of another one', async () => {
  await stores.reset();
  const register = createWorkerRegister(stores);
  await register.note({ workerId: 'w', screen: screenOf('a') });
  expect(await readScreens()).toEqual([{ ...screenOf('a'), isSealed: true }]);
  await register.noteAlive('w');
  expect(await readScreens()).toMatchObject([screenOf('a')]);
  await register.noteAlive('w', screenOf('b'));
  expect(await readScreens()).toMatchObject([screenOf('b')]);
  await register.note({ workerId: 'w', screen: screenOf('c') });
  expect(await readScreens()).toMatchObject([screenOf('c')]);
  await register.note({ workerId: 'w' });
  expect(await readScreens()).toMatchObject([{ address: null, key: null }]);
});
