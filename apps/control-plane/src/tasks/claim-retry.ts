import type { SubmittedTask } from '../transitions/submitted-task.ts';

/**
 * Makes the submission that retries a task the only one: returns the task that retries it already.
 * Advisory lock 5, of the old task, lets two such submissions wait for each other; it is taken
 * before any other lock, and nothing else takes it.
 */
export function claimRetry(oldTaskId: string): NonNullable<SubmittedTask['claim']> {
  return async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock(5, hashtext($1))', [oldTaskId]);
    const { rows } = await transaction.query<{ id: string }>(
      'SELECT id FROM tasks WHERE retry_of = $1 LIMIT 1',
      [oldTaskId],
    );
    return rows[0]?.id;
  };
}
