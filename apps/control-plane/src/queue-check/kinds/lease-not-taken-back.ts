import { takeBackLost } from '../../leases/take-back-lost.ts';
import { HELD } from '../bad-session.ts';
import { defineCheck } from '../define-check.ts';

export const leaseNotTakenBack = defineCheck({
  kind: 'lease_not_taken_back',
  severity: 'fault',
  find: `SELECT jsonb_build_object('task_id', id, 'worker_id', worker_id) ids,
      jsonb_build_object('lease_expires_at_least', now() - interval '60 s') expected,
      jsonb_build_object('lease_expires_at', lease_expires_at) found
      FROM tasks WHERE ${HELD} AND (lease_expires_at IS NULL OR lease_expires_at < now() - interval '60 s')`,
  repair: 'Takes the lease back, which a running control plane does within a second.',
  planRepair: () => ({
    key: 'lease_not_taken_back',
    run: async (repairer) => {
      // A lease without an expiry is never lost. The column rounds to milliseconds: rounded up, the
      // expiry would lie in the future.
      await repairer.database.pool.query(
        `UPDATE tasks SET lease_expires_at = date_trunc('milliseconds', clock_timestamp())
         WHERE ${HELD} AND lease_expires_at IS NULL`,
      );
      const leases = await takeBackLost(repairer);
      return leases.length === 0 ? undefined : { leases_taken_back: leases };
    },
  }),
});
