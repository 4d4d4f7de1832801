import type { Database } from '../database/connect-database.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';

/**
 * Ensures that only one submission retries a task: returns the task that already retries it.
 * Advisory lock 5, of the old task, serialises two such submissions; it is taken before any other
 * lock, and nothing else takes it.
 */
export function claimRetry(oldTaskId: string): NonNullable<SubmittedTask['claim']> {
  const lock = lockRetries(oldTaskId);
  return async (transaction, taskId) => {
    await lock(transaction, taskId);
    const { rows } = await transaction.query<{ id: string }>(
      'SELECT id FROM tasks WHERE retry_of = $1 LIMIT 1',
      [oldTaskId],
    );
    return rows[0]?.id;
  };
}

/** Makes a retry that may be one of several wait for a submission that must be the only retry. */
export function lockRetries(oldTaskId: string): NonNullable<SubmittedTask['claim']> {
  return async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock(5, hashtext($1))', [oldTaskId]);
    return undefined;
  };
}

/** Returns a retry of each task that has one. Expects ids in lower case. */
export async function findRetries(
  { pool }: Database,
  accountId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ retry_of: string; id: string }>(
    'SELECT retry_of, id FROM tasks WHERE account_id = $1 AND retry_of = ANY($2::uuid[])',
    [accountId, taskIds],
  );
  return new Map(rows.map(({ retry_of: retryOf, id }) => [retryOf, id]));
}
