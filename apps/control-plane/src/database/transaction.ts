import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';

/** The connection that a transaction runs on. */
export type Transaction = PoolClient;

const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 5;
/** Deadlock detected, serialization failure: a retry of the same work may succeed. */
const REPEATABLE = z.object({ code: z.enum(['40P01', '40001']) });

/**
 * Commits the changes of `work`, or rolls them back when it throws. `begin` is the statement that
 * begins the transaction.
 */
export async function runTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, work, begin);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !REPEATABLE.safeParse(error).success) throw error;
    }
    // Random, so that two colliding transactions do not collide again.
    await delay(FIRST_DELAY_MS * 2 ** attempt * Math.random());
  }
}

async function tryTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  begin: string,
): Promise<Result> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // A connection that ends between two statements emits an event that nobody else would handle.
  connection.on('error', onError);
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(onError);
    throw error;
  } finally {
    connection.off('error', onError);
    // A connection whose state is unknown is closed, not reused.
    connection.release(broken);
  }
}
