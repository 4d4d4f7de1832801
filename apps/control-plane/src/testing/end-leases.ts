import type { AttemptFailure, LeaseHolder } from '../leases/lease.ts';
import { noResult, type TestStores } from './open-stores.ts';

/** The report of an attempt that failed on a missing button. */
export function failure(retry: AttemptFailure['retry']): AttemptFailure {
  return {
    ...noResult,
    retry,
    errorClass: 'locator_not_found',
    message: 'The button is gone.',
    nodePath: 'nodes[4]',
    pageUrl: 'https://portal.example/orders',
  };
}

/**
 * Simulates a worker that sent nothing for the whole lease time. A task that has ended has no lease.
 */
export async function expire(
  { database }: Pick<TestStores, 'database'>,
  { taskId }: LeaseHolder,
): Promise<void> {
  await database.pool.query(
    `UPDATE tasks SET lease_expires_at = now() - interval '1 s'
    WHERE id = $1 AND completed_at IS NULL`,
    [taskId],
  );
}
