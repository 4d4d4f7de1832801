import { beforeEach, expect, test } from '@jest/globals';
import { deleteOldTasks } from '../command-line/task-commands.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import type { Stores } from '../command-line/command.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
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
  await expect(wrong).rejects.toThrow(/--ended-days-ago is "x": give a number of days/);
});
