import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../../transitions/permits.ts';
import { defineCheck } from '../define-check.ts';
import { PERMITS } from '../permit-tables.ts';
import { inTransaction } from '../repair.ts';

export const portalIdle = defineCheck({
  kind: 'portal_idle',
  severity: 'fault',
  find: `${PERMITS}, busy AS (
        SELECT p.id, portal_room(p) room, (SELECT count(*) FROM lane_jobs j LEFT JOIN login_queues q ON q.id = j.login
          LEFT JOIN tasks t ON t.id = j.task WHERE coalesce(q.portal_id, t.portal_id) = p.id) coming
        FROM portals p WHERE EXISTS (SELECT FROM parked_permits WHERE portal_id = p.id))
      SELECT jsonb_build_object('portal_id', id) ids, jsonb_build_object('parked', 0) expected,
        jsonb_build_object('parked', (SELECT count(*) FROM parked_permits WHERE portal_id = busy.id), 'room', room,
          'permits_in_lane', coming) found FROM busy WHERE room > coming`,
  repair: 'Sends as many parked permits to their lane as the portal has room for.',
  planRepair: ({ ids }) =>
    inTransaction(`portal ${ids['portal_id']}`, (queue, transaction) =>
      settlePortal(queue, transaction, Number(ids['portal_id'])),
    ),
});

/** Sends permits that are parked although the portal has room. */
async function settlePortal(
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
