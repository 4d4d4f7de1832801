import { AccountNotFoundError } from '../accounts/account-errors.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import { lockAccount } from '../database/lock-account.ts';
import { AccountNotDeletedError } from './deletion-errors.ts';

export interface AccountDeletion {
  readonly accountId: string;
  readonly name: string;
  readonly requestedAt: Date;
  /** Null while data remains. */
  readonly finishedAt: Date | null;
  readonly deletedTasks: number;
  readonly remainingTasks: number;
}

/** Requests to delete accounts with all their data. A job carries them out. */
export interface AccountDeletionStore {
  /**
   * Revokes all keys of the account immediately and leaves the rest to the job. Idempotent, even
   * after the account is gone. Throws AccountNotFoundError.
   */
  request: (accountId: string) => Promise<AccountDeletion>;
  /** Throws AccountNotFoundError, AccountNotDeletedError. */
  get: (accountId: string) => Promise<AccountDeletion>;
  /** Newest first, at most 1000. */
  list: () => Promise<readonly AccountDeletion[]>;
}

const COLUMNS = `d.account_id AS "accountId", d.name, d.requested_at AS "requestedAt", d.finished_at AS "finishedAt",
  d.deleted_tasks AS "deletedTasks",
  (SELECT count(*)::int FROM tasks t WHERE t.account_id = d.account_id) AS "remainingTasks"`;

export function createAccountDeletionStore(database: Database): AccountDeletionStore {
  const { pool } = database;
  return {
    async request(accountId) {
      if (!isUuid(accountId)) throw new AccountNotFoundError(accountId);
      return database.transaction((transaction) => request(transaction, accountId));
    },

    async get(accountId) {
      if (!isUuid(accountId)) throw new AccountNotFoundError(accountId);
      const deletion = await find(pool, accountId);
      if (deletion) return deletion;
      const { rowCount } = await pool.query('SELECT FROM accounts WHERE id = $1', [accountId]);
      throw rowCount === 0
        ? new AccountNotFoundError(accountId)
        : new AccountNotDeletedError(accountId);
    },

    async list() {
      const { rows } = await pool.query<AccountDeletion>(
        `SELECT ${COLUMNS} FROM account_deletions d ORDER BY d.requested_at DESC LIMIT 1000`,
      );
      return rows;
    },
  };
}

async function request(transaction: Transaction, accountId: string): Promise<AccountDeletion> {
  // A key that is being created is either revoked below, or refused.
  await lockAccount(transaction, accountId);
  await transaction.query(
    `INSERT INTO account_deletions (account_id, name) SELECT id, name FROM accounts WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await transaction.query(
    'UPDATE api_keys SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL',
    [accountId],
  );
  const deletion = await find(transaction, accountId);
  if (!deletion) throw new AccountNotFoundError(accountId);
  return deletion;
}

async function find(
  connection: Pick<Transaction, 'query'>,
  accountId: string,
): Promise<AccountDeletion | undefined> {
  const { rows } = await connection.query<AccountDeletion>(
    `SELECT ${COLUMNS} FROM account_deletions d WHERE d.account_id = $1`,
    [accountId],
  );
  return rows[0];
}
