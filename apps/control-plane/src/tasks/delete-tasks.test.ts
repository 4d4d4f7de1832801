import { beforeEach, expect, test } from '@jest/globals';
import { deleteOldTasks } from '../command-line/task-commands.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import type { Stores } from '../command-line/command.ts';
import { requeueDeliveries } from '../callbacks/requeue-deliveries.ts';
import { begin } from '../testing/begin.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useStores } from '../testing/use-stores.ts';
import { deleteTasks } from './delete-tasks.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const accounts = () => createAccountStore(stores.database);

const usedBytes = async () => (await accounts().storageOf([accountId])).get(accountId)?.usedBytes;

async function end(daysAgo: number): Promise<string> {
  await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  await stores.artifacts.announce(holder, [
    { filename: 'a', kind: 'download', contentType: 'text/plain', size: 7 },
  ]);
  await stores.database.prisma.artifact.updateMany({ data: { confirmedAt: new Date() } });
  await stores.leases.complete(holder, noResult);
  const { taskId } = holder;
  await stores.storage.write(`tasks/${taskId}/file`, Buffer.from('content'), {
    contentType: 'text/plain',
  });
  await stores.database.transaction(async (transaction) => {
    // A trigger rejects changes to final tasks.
    await transaction.query('SET LOCAL session_replication_role = replica');
    await transaction.query(
      'UPDATE tasks SET completed_at = now() - make_interval(days => $2) WHERE id = $1',
      [taskId, daysAgo],
    );
  });
  return taskId;
}

test('deletes old tasks with their files and keeps newer and unfinished ones', async () => {
  const before = await usedBytes();
  const old = await end(31);
  const freed = await usedBytes();
  const recent = await end(29);
  await stores.tasks.submit(accountId, orderOf());
  expect(freed).toBeGreaterThan(before ?? 0);
  const command = () =>
    deleteOldTasks(['--ended-days-ago', '30'], {
      accounts: accounts(),
      deleteTasks: (chosen) => deleteTasks(stores.database, chosen),
    } as Stores);
  expect(await command()).toMatchObject({ deleted_tasks: 1 });
  expect(await command()).toMatchObject({ deleted_tasks: 0 });
  expect(await stores.tasks.find(accountId, [old, recent])).toMatchObject([{ task_id: recent }]);
  expect(await stores.database.prisma.task.count()).toBe(2);

  await stores.uploads.discardAbandoned();
  expect(await stores.storage.find(`tasks/${old}/file`)).toBeUndefined();
  expect(await stores.storage.find(`tasks/${recent}/file`)).toBeDefined();
  expect(await deleteTasks(stores.database, { accountId, endedDaysAgo: 0 })).toBe(1);
  await stores.database.pool.query('DELETE FROM tasks');
  expect(await usedBytes()).toBe(before);
});

test('keeps a task with a pending callback and refuses an invalid number of days', async () => {
  await stores.tasks.submit(
    accountId,
    orderOf(undefined, { task_callback_url: 'https://a.example' }),
  );
  await stores.leases.complete(holderOf(await claimNow(stores.leases)), noResult);
  expect(await deleteTasks(stores.database, { accountId, endedDaysAgo: 0 })).toBe(0);
  const wrong = deleteOldTasks(['--ended-days-ago', 'x'], {} as Stores);
  await expect(wrong).rejects.toThrow(/--ended-days-ago is "x": specify a number of days/);
});

test('deletes a login queue with its last task, but not one that is used or paused', async () => {
  const queues = async () => {
    const { rows } = await stores.database.pool.query('SELECT id FROM login_queues ORDER BY id');
    return rows.map(({ id }) => id);
  };
  const submit = async (login: string) => {
    const { taskId } = await stores.tasks.submit(accountId, orderOf(login));
    await stores.tasks.cancel(accountId, taskId);
    return taskId;
  };
  const idle = await submit('invoice-1');
  const [first, second] = [await submit('ann'), await submit('ann')];
  const paused = await submit('bob');
  const waiting = await submit('eve');
  await stores.tasks.submit(accountId, orderOf('eve'));
  const [, ann, bob, eve] = await queues();
  await stores.database.pool.query(`UPDATE login_queues SET pause = '{}' WHERE id = $1`, [bob]);
  for (const taskId of [idle, first, paused, waiting]) await stores.tasks.delete(accountId, taskId);
  expect(await queues()).toEqual([ann, bob, eve]);
  await stores.tasks.delete(accountId, second);
  expect(await queues()).toEqual([bob, eve]);
});

test('keeps the login queue of a task that is submitted while the last one is deleted', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
    await stores.tasks.cancel(accountId, taskId);
    await Promise.all([
      stores.tasks.delete(accountId, taskId),
      stores.tasks.submit(accountId, orderOf('ann')),
    ]);
    const holder = holderOf(await claimNow(stores.leases));
    await stores.leases.complete(holder, noResult);
    await stores.tasks.delete(accountId, holder.taskId);
  }
  const { rows } = await stores.database.pool.query('SELECT waiting FROM login_queues');
  expect(rows).toEqual([]);
});

test('keeps a task whose result is being queued again, and finds it later', async () => {
  const taskId = await end(31);
  const delivery = await stores.database.prisma.callbackDelivery.create({
    data: { taskId, accountId, url: 'https://erp.example/in', state: 'failed' },
  });
  await using holder = await begin(stores);
  await holder.query('SELECT FROM callback_deliveries WHERE id = $1 FOR UPDATE', [delivery.id]);
  const request = { ids: [delivery.id], states: ['failed'] };
  const queued = requeueDeliveries(stores, accountId, request);
  await untilBlocked(stores.database, holder, 'FROM callback_deliveries');
  const old = { accountId, endedDaysAgo: 30 };
  expect(await deleteTasks(stores.database, old)).toBe(0);
  await holder.query('commit');
  expect(await queued).toEqual(new Set([delivery.id]));
  expect(await deleteTasks(stores.database, old)).toBe(0);
  await stores.database.prisma.callbackDelivery.updateMany({ data: { state: 'delivered' } });
  expect(await deleteTasks(stores.database, old)).toBe(1);
});
