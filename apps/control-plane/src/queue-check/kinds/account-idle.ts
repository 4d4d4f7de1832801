import { settleAccount } from '../../login-queues/settle-accounts.ts';
import { defineCheck } from '../define-check.ts';
import { PERMITS } from '../permit-tables.ts';
import { inTransaction } from '../repair.ts';

export const accountIdle = defineCheck({
  kind: 'account_idle',
  severity: 'fault',
  find: `${PERMITS}, held_back AS (
        SELECT account_id id, count(*) parked FROM parked_permits WHERE account_id IS NOT NULL GROUP BY 1
        HAVING min(parked_at) < now() - interval '60 s'
      ), busy AS (
        SELECT h.*, coalesce(account_limit(id), 2147483647) - account_running(id) room, (SELECT count(*) FROM lane_jobs j
          LEFT JOIN login_queues q ON q.id = j.login LEFT JOIN tasks t ON t.id = j.task
          WHERE coalesce(q.account_id, t.account_id) = h.id) coming
        -- The limit may have just been raised.
        FROM held_back h WHERE NOT EXISTS (SELECT FROM workers WHERE first_seen_at > now() - interval '60 s')
      )
      SELECT jsonb_build_object('account_id', id) ids, jsonb_build_object('parked', 0) expected,
        jsonb_build_object('parked', parked, 'room', room, 'permits_in_lane', coming) found FROM busy WHERE room > coming`,
  repair:
    'Sends as many parked permits to their lane as the limit of the account allows, which a running control plane does within a second.',
  planRepair: ({ ids }) =>
    inTransaction(`account ${ids['account_id']}`, async (queue, transaction) => {
      const sent = await settleAccount(queue, transaction, String(ids['account_id']));
      return sent === 0 ? undefined : { permits_sent: sent };
    }),
});
