import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';
import { BAD_SESSION } from './bad-session.ts';
import { IS_PERMIT } from './permit-tables.ts';
import { inTransaction, type Repair } from './repair.ts';

/** What the repair does, in a sentence. */
export const COUNT_AGAIN =
  'Recounts the tasks and permits of the login queue with its row locked, and sends or withdraws permits to match its limit.';

/** Creates the repair of a login queue, which fixes several kinds of deviation together. */
export function rebuild(loginQueueId: number): Repair {
  return inTransaction(`login queue ${loginQueueId}`, (queue, transaction) =>
    rebuildLoginQueue(queue, transaction, loginQueueId),
  );
}

/**
 * Drops the login queue's sessions in a wrong state, counts its tasks and permits again, and
 * balances it. Every transition of the login queue, its portal and its lane waits for the locks
 * taken here, so the counts stay valid. A permit that a claimer has taken is still counted, because
 * the claimer waits too and subtracts it later.
 */
async function rebuildLoginQueue(
  queue: JobQueue,
  transaction: Transaction,
  loginQueueId: number,
): Promise<object | undefined> {
  const { rows } = await transaction.query<{
    account_id: string;
    portal_id: number;
    max_running: number;
  }>('SELECT account_id, portal_id, max_running FROM login_queues WHERE id = $1 FOR UPDATE', [
    loginQueueId,
  ]);
  const [locked] = rows;
  if (!locked) return undefined;
  await transaction.query('SELECT lock_portal($1, true)', [locked.portal_id]);
  await transaction.query(
    `DELETE FROM warm_sessions s WHERE login_queue_id = $1 AND ${BAD_SESSION}`,
    [loginQueueId],
  );
  await moveToOwnLane(queue, transaction, { accountId: locked.account_id, loginQueueId });
  const counters = await countAgain(transaction, loginQueueId);
  const { rows: balanced } = await transaction.query<{ permits: PermitChange | null }>(
    'SELECT permits FROM set_login_queue_limit($1, $2)',
    [loginQueueId, locked.max_running],
  );
  const permits = balanced[0]?.permits ?? null;
  await changePermits(queue, transaction, permits);
  return {
    ...counters,
    permits_sent: permits?.send.length ?? 0,
    permits_withdrawn: permits?.withdraw ?? 0,
  };
}

async function moveToOwnLane(
  queue: JobQueue,
  transaction: Transaction,
  { accountId, loginQueueId }: { readonly accountId: string; readonly loginQueueId: number },
): Promise<void> {
  const key = String(loginQueueId);
  const { rows } = await transaction.query<{ from: string; to: string }>(
    `SELECT DISTINCT name AS "from", own.lane AS "to" FROM pgboss.job, (SELECT lane_of($1) lane) own
     WHERE ${IS_PERMIT} AND singleton_key = $2 AND name <> own.lane`,
    [accountId, key],
  );
  for (const lanes of rows)
    await queue.move(transaction, { ...lanes, taken: 'skip' }, { ids: [], keys: [key] });
}

/** Uses one statement, so that a permit that moves is counted in exactly one place. */
async function countAgain(transaction: Transaction, loginQueueId: number): Promise<object> {
  const { rows } = await transaction.query<object>(
    `UPDATE login_queues q SET
       waiting = (SELECT count(*) FROM tasks WHERE login_queue_id = q.id AND status = 'queued'),
       running = (SELECT count(*) FROM tasks WHERE login_queue_id = q.id AND portal_id = q.portal_id
         AND status IN ('allocated', 'running')),
       issued = (SELECT count(*) FROM pgboss.job WHERE ${IS_PERMIT} AND singleton_key = q.id::text)
         + (SELECT count(*) FROM parked_permits WHERE login_queue_id = q.id)
         + (SELECT count(*) FROM warm_sessions WHERE login_queue_id = q.id AND permit_tag IS NOT NULL)
     WHERE id = $1 RETURNING waiting, running, issued`,
    [loginQueueId],
  );
  return rows[0] ?? {};
}
