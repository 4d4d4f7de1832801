import { expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useStores } from '../testing/use-stores.ts';
import { createAccountDeletionStore } from './account-deletion-store.ts';
import { deleteAccounts } from './delete-accounts.ts';

const stores = await useStores();
const { database, queue } = stores;
const { logger, entries } = recordLogs();

test('does not wait for another process that deletes tasks of the account', async () => {
  const accountId = await stores.reset();
  const deletions = createAccountDeletionStore(database);
  await deletions.request(accountId);
  // As in deleteBatch: a deleted task leaves a row that refers to the account.
  await using other = await begin(stores);
  await other.query(
    'INSERT INTO deleted_attempts (account_id, allocated_at, seconds) VALUES ($1, now(), 1)',
    [accountId],
  );
  await deleteAccounts({ database, queue, logger });
  expect(entries).toEqual([]);
  await other.query('UPDATE account_deletions SET deleted_tasks = deleted_tasks + 1');
  await other.query('commit');
  expect(await deletions.get(accountId)).toMatchObject({ deletedTasks: 1, finishedAt: null });
  await deleteAccounts({ database, queue, logger });
  expect(await deletions.get(accountId)).toMatchObject({ finishedAt: expect.any(Date) });
});
