import type { Pool } from 'pg';
import { isLockedTooLong } from '../database/is-locked-too-long.ts';
import { hashToken } from '../database/random-token.ts';
import { ServerBusyError } from '../http/http-errors.ts';
import type { LeaseToRenew, RenewedLease } from './lease.ts';

interface AskedLease {
  readonly task_id: string;
  readonly lease_epoch: number;
  readonly expires_at: Date | null;
  readonly cancel_requested: boolean;
}

/** Conditions on the task `t`, the attempt `own` and the request `a`: the lease is held. */
const IS_HELD = `t.id = a.task_id AND t.lease_epoch = a.lease_epoch AND t.worker_id = $1
     AND t.status IN ('allocated', 'running') AND own.task_id = a.task_id
     AND own.lease_epoch = a.lease_epoch AND own.lease_secret_hash = a.secret_hash`;

const ASKED = `asked AS (
   SELECT * FROM unnest($3::uuid[], $4::int[], $6::jsonb[], $7::bytea[])
     WITH ORDINALITY AS a(task_id, lease_epoch, model_usage, secret_hash, place)
 )`;

/** Takes only tasks whose row nobody holds. */
const FREE = `free AS (
   SELECT a.* FROM asked a, tasks t, attempts own WHERE ${IS_HELD} FOR NO KEY UPDATE OF t SKIP LOCKED
 )`;

const RENEW = (asked: 'asked' | 'free') => `renewed AS (
   UPDATE tasks t SET
     lease_expires_at = clock_timestamp() + make_interval(
       secs => CASE WHEN t.is_local THEN $5::float ELSE $2 END),
     model_usage = COALESCE(a.model_usage, t.model_usage)
   FROM ${asked} a, attempts own
   WHERE ${IS_HELD}
   RETURNING t.id, t.lease_epoch, t.lease_expires_at, t.cancel_requested_at
 ), moved AS (
   UPDATE attempts m SET registration_id = $8::uuid FROM renewed
   WHERE m.task_id = renewed.id AND m.lease_epoch = renewed.lease_epoch
     AND $8::uuid IS NOT NULL AND m.registration_id IS DISTINCT FROM $8::uuid
 )`;

const ANSWER = (
  leases: 'renewed' | 'held',
) => `SELECT a.task_id, a.lease_epoch, r.lease_expires_at AS expires_at,
   r.cancel_requested_at IS NOT NULL AS cancel_requested
 FROM asked a
 LEFT JOIN ${leases} r ON r.id = a.task_id AND r.lease_epoch = a.lease_epoch
 ORDER BY a.place`;

const RENEW_ALL = `WITH ${ASKED}, ${RENEW('asked')} ${ANSWER('renewed')}`;

/** Like RENEW_ALL; a held lease whose task's row is locked keeps its expiry. */
const RENEW_FREE = `WITH ${ASKED}, ${FREE}, ${RENEW('free')}, held AS (
   SELECT id, lease_epoch, lease_expires_at, cancel_requested_at FROM renewed
   UNION ALL
   SELECT t.id, t.lease_epoch, t.lease_expires_at, t.cancel_requested_at
   FROM asked a, tasks t, attempts own WHERE ${IS_HELD} AND t.id NOT IN (SELECT task_id FROM free)
 ) ${ANSWER('held')}`;

/** Throws ServerBusyError if even RENEW_FREE waits too long for a lock. */
async function renew(pool: Pool, values: readonly unknown[]): Promise<readonly AskedLease[]> {
  let locked: unknown;
  for (const text of [RENEW_ALL, RENEW_FREE]) {
    try {
      const { rows } = await pool.query<AskedLease>(text, [...values]);
      return rows;
    } catch (error) {
      if (!isLockedTooLong(error)) throw error;
      locked = error;
    }
  }
  // Not reported as an outage: workers would keep leases that may be taken back.
  throw new ServerBusyError({ cause: locked });
}

/**
 * Renews all leases of a worker in one statement; those it does not renew are lost. Stores the
 * model usage of the renewed ones. A task whose row someone holds longer than the pool waits for a
 * lock does not affect the others: its lease keeps its expiry.
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
  const values = [
    worker.workerId,
    worker.leaseSeconds,
    leases.map(({ taskId }) => taskId),
    leases.map(({ leaseEpoch }) => leaseEpoch),
    worker.localLeaseSeconds,
    leases.map(({ modelUsage }) => (modelUsage ? JSON.stringify(modelUsage) : null)),
    leases.map(({ leaseSecret }) => hashToken(leaseSecret)),
    worker.registrationId ?? null,
  ];
  const rows = await renew(pool, values);
  return rows.map((row) => ({
    taskId: row.task_id,
    leaseEpoch: row.lease_epoch,
    state: row.expires_at ? 'held' : 'lost',
    expiresAt: row.expires_at,
    cancelRequested: row.cancel_requested,
  }));
}
