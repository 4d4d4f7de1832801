import type { Pool } from 'pg';
import { hashToken } from '../database/random-token.ts';
import type { LeaseToRenew, RenewedLease } from './lease.ts';

interface AskedLease {
  readonly task_id: string;
  readonly lease_epoch: number;
  readonly expires_at: Date | null;
  readonly cancel_requested: boolean;
}

const RENEW = `WITH asked AS (
   SELECT * FROM unnest($3::uuid[], $4::int[], $6::jsonb[], $7::bytea[])
     WITH ORDINALITY AS a(task_id, lease_epoch, model_usage, secret_hash, place)
 ), renewed AS (
   UPDATE tasks t SET
     lease_expires_at = clock_timestamp() + make_interval(
       secs => CASE WHEN t.is_local THEN $5::float ELSE $2 END),
     model_usage = COALESCE(a.model_usage, t.model_usage)
   FROM asked a
   JOIN attempts own ON own.task_id = a.task_id AND own.lease_epoch = a.lease_epoch
     AND own.lease_secret_hash = a.secret_hash
   WHERE t.id = a.task_id AND t.lease_epoch = a.lease_epoch AND t.worker_id = $1
     AND t.status IN ('allocated', 'running')
   RETURNING t.id, t.lease_epoch, t.lease_expires_at, t.cancel_requested_at
 ), moved AS (
   UPDATE attempts m SET registration_id = $8::uuid FROM renewed
   WHERE m.task_id = renewed.id AND m.lease_epoch = renewed.lease_epoch
     AND $8::uuid IS NOT NULL AND m.registration_id IS DISTINCT FROM $8::uuid
 )
 SELECT a.task_id, a.lease_epoch, r.lease_expires_at AS expires_at,
   r.cancel_requested_at IS NOT NULL AS cancel_requested
 FROM asked a
 LEFT JOIN renewed r ON r.id = a.task_id AND r.lease_epoch = a.lease_epoch
 ORDER BY a.place`;

/**
 * Renews all leases of a worker in one statement; those it does not renew are lost. Stores the
 * model usage of the renewed ones.
 */
export async function renewLeases(
  pool: Pool,
  worker: {
    readonly workerId: string;
    readonly registrationId: string | undefined;
    readonly leaseSeconds: number;
    /** For a task that a local inference server runs. */
    readonly localLeaseSeconds: number;
  },
  leases: readonly LeaseToRenew[],
): Promise<readonly RenewedLease[]> {
  const { rows } = await pool.query<AskedLease>(RENEW, [
    worker.workerId,
    worker.leaseSeconds,
    leases.map(({ taskId }) => taskId),
    leases.map(({ leaseEpoch }) => leaseEpoch),
    worker.localLeaseSeconds,
    leases.map(({ modelUsage }) => (modelUsage ? JSON.stringify(modelUsage) : null)),
    leases.map(({ leaseSecret }) => hashToken(leaseSecret)),
    worker.registrationId ?? null,
  ]);
  return rows.map((row) => ({
    taskId: row.task_id,
    leaseEpoch: row.lease_epoch,
    state: row.expires_at ? 'held' : 'lost',
    expiresAt: row.expires_at,
    cancelRequested: row.cancel_requested,
  }));
}
