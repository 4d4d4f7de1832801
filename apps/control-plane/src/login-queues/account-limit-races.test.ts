import { expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import {
  addAccount,
  claimNow,
  holderOf,
  noResult,
  openStores,
  orderOf,
} from '../testing/open-stores.ts';
import { settleAccounts } from './settle-accounts.ts';

test('never exceeds the account limit while 12 claimers race', async () => {
  await using stores = await openStores();
  const { pool } = stores.database;
  const greedy = await addAccount(stores.database);
  const limit = 3;
  const count = 90;
  await stores.database.prisma.account.update({
    where: { id: greedy },
    data: { maxRunning: limit },
  });
  for (let n = 0; n < count / 3; n += 1) {
    await stores.tasks.submit(greedy, orderOf());
    await stores.tasks.submit(greedy, orderOf(`login-${n % 9}`));
    const atPortal = { endpoint_name: 'invoice', max_parallelism: 4 };
    await stores.tasks.submit(greedy, orderOf(undefined, atPortal));
  }
  await pool.query(`CREATE TABLE most_running (amount int);
    CREATE FUNCTION note_running() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO most_running SELECT account_running(new.account_id); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER note_running AFTER UPDATE ON tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (old.status = 'queued' AND new.status = 'allocated') EXECUTE FUNCTION note_running()`);
  let done = 0;
  const claimer = async (index: number): Promise<void> => {
    while (done < count) {
      const lease = await claimNow(stores.leases, `worker-${index}`);
      if (lease) {
        await stores.leases.complete(holderOf(lease, `worker-${index}`), noResult);
        done += 1;
      } else await settleAccounts(stores);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, index) => claimer(index)));
  const { rows } = await pool.query(
    'SELECT max(amount) most, count(*)::int starts FROM most_running',
  );
  expect(rows).toEqual([{ most: limit, starts: count }]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
}, 120_000);

test('stops parking the backlog of a limited account when the claimer is gone', async () => {
  await using stores = await openStores();
  const { prisma } = stores.database;
  const accountId = await addAccount(stores.database);
  await prisma.account.update({ where: { id: accountId }, data: { maxRunning: 1 } });
  for (let n = 0; n < 20; n += 1) await stores.tasks.submit(accountId, orderOf());
  await claimNow(stores.leases);
  const abort = new AbortController();
  const claim = stores.leases.claim({ workerId: 'w', waitSeconds: 0, signal: abort.signal });
  abort.abort();
  expect(await claim).toBeUndefined();
  expect(await prisma.parkedPermit.count()).toBeLessThan(2);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await prisma.parkedPermit.count()).toBe(19);
});
