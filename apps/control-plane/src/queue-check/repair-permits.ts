import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';

/** Sends permits that are parked although the portal has room. */
export async function settlePortal(
  queue: JobQueue,
  transaction: Transaction,
  portalId: number,
): Promise<object | undefined> {
  const { rows } = await transaction.query<{ permits: PermitChange | null }>(
    `SELECT permit_change(p.account_id, NULL, settle_portal(lock_portal(p.id, true)), 0, NULL) permits
     FROM portals p WHERE p.id = $1`,
    [portalId],
  );
  const permits = rows[0]?.permits ?? null;
  await changePermits(queue, transaction, permits);
  return permits === null ? undefined : { permits_sent: permits.send.length };
}

/**
 * Gives the task a new permit. A concurrent claim or cancellation waits for the task's row, or was
 * first and leaves nothing to do.
 */
export async function issuePermit(
  queue: JobQueue,
  transaction: Transaction,
  taskId: string,
): Promise<object | undefined> {
  await transaction.query('SELECT lock_portal(portal_id, true) FROM tasks WHERE id = $1', [taskId]);
  const { rows: locked } = await transaction.query(
    `SELECT id FROM tasks WHERE id = $1 AND status = 'queued' AND login_queue_id IS NULL FOR UPDATE`,
    [taskId],
  );
  if (locked.length === 0) return undefined;
  const { rows } = await transaction.query<{ permits: PermitChange | null }>(
    `WITH lacking AS (
       UPDATE tasks t SET permit_job_id = $2, tag = coalesce(t.tag, next_tags(t.account_id, 1)) WHERE t.id = $1
         AND NOT EXISTS (SELECT FROM parked_permits p WHERE p.id = t.permit_job_id)
         AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.id = t.permit_job_id AND (j.name = 'permits' OR j.name LIKE 'permits.%'))
       RETURNING t.*
     ) SELECT permit_change(account_id, NULL, permit_to_send(permit_job_id, NULL, id, tag), 0, NULL) permits FROM lacking`,
    [taskId, randomUUIDv7()],
  );
  const permits = rows[0]?.permits ?? null;
  await changePermits(queue, transaction, permits);
  return permits === null ? undefined : { permits_sent: 1 };
}

/**
 * Deletes a permit that lets no task run. No task or login queue ever reuses the id of a lost
 * permit, so this cannot delete a valid one.
 */
export async function deleteOrphan(
  queue: JobQueue,
  transaction: Transaction,
  permit: { readonly id: string; readonly lane: string | null },
): Promise<object | undefined> {
  const { id, lane } = permit;
  if (lane !== null) {
    const withdrawn = await queue.withdraw(transaction, lane, { id, limit: 1 });
    return withdrawn === 0 ? undefined : { permits_deleted: 1 };
  }
  await transaction.query('SELECT lock_portal(portal_id, true) FROM parked_permits WHERE id = $1', [
    id,
  ]);
  const { rowCount } = await transaction.query('DELETE FROM parked_permits WHERE id = $1', [id]);
  return rowCount === 0 ? undefined : { permits_deleted: 1 };
}

/** Moves the permit of a task without a login queue to the lane of its account. */
export async function movePermit(
  queue: JobQueue,
  transaction: Transaction,
  permit: { readonly id: string; readonly taskId: string; readonly from: string },
): Promise<object | undefined> {
  const { rows } = await transaction.query<{ lane: string }>(
    'SELECT lane_of(account_id) lane FROM tasks WHERE id = $1',
    [permit.taskId],
  );
  const to = rows[0]?.lane;
  if (to === undefined || to === permit.from) return undefined;
  await queue.move(
    transaction,
    { from: permit.from, to, taken: 'skip' },
    { ids: [permit.id], keys: [] },
  );
  return { moved_to: to };
}
