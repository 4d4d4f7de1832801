import type { Transaction } from './transaction.ts';

/**
 * Waits for other transactions that hold the account, so that a statement that follows sees what
 * they added: a limit on a count holds only with this lock. New tasks and other rows that only refer
 * to the account do not wait.
 */
export async function lockAccount(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
}
