import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { rethrow, tryEach } from '../database/try-each.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';

/**
 * Sends the permits of tasks that wait for their account, as many as may run now, and returns how
 * many. The end of a task does the same in its own transaction; this covers limits that rise in
 * other ways: a worker registers, a minute passes, an operator changes a limit. Several processes
 * may run it concurrently. `onFailure` is called with the id of an account that cannot be settled
 * yet; others are still settled. Default: throws the error.
 */
export async function settleAccounts(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  onFailure: (accountId: string, error: unknown) => void = rethrow,
): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM accounts a WHERE EXISTS (SELECT FROM parked_permits WHERE account_id = a.id)',
  );
  let sent = 0;
  await tryEach(database, rows, {
    async act({ id }, lockWait) {
      sent += await database.transaction(async (transaction) => {
        await transaction.query(lockWait);
        return settleAccount(queue, transaction, id);
      });
    },
    onFailure: ({ id }, error) => onFailure(id, error),
  });
  return sent;
}

/** Sends the parked permits of one account and returns how many. */
export async function settleAccount(
  queue: JobQueue,
  transaction: Transaction,
  accountId: string,
): Promise<number> {
  const { rows } = await transaction.query<{ permits: PermitChange | null }>(
    'SELECT permit_change($1, NULL, settle_account($1), 0, NULL) permits',
    [accountId],
  );
  const permits = rows[0]?.permits ?? null;
  await changePermits(queue, transaction, permits);
  return permits?.send.length ?? 0;
}
