import type { Transaction } from '../database/transaction.ts';
import type { ShownPool } from '../http/caller.ts';
import { POOL_TOKEN_REFUSED, UnauthorizedError } from '../http/http-errors.ts';
import type { NewWorker } from './registered-worker.ts';
import { LabelNotInPoolError, WorkerIdTakenError } from './worker-errors.ts';

interface RegistrationRow {
  readonly registrationId: string;
  readonly tokenHash: Buffer<ArrayBuffer>;
  readonly idleMinutes: number;
  /** Sealed. */
  readonly screenKey: string | null;
}

interface Registered {
  readonly labels: readonly string[];
  readonly expiresAt: Date;
  /** The drain belongs to the worker's id, so a new registration does not end it. */
  readonly isDraining: boolean;
}

/**
 * Stores the registration in place of the previous one. Throws UnauthorizedError,
 * LabelNotInPoolError, WorkerIdTakenError.
 */
export async function registerWorker(
  transaction: Transaction,
  shown: ShownPool,
  worker: NewWorker & RegistrationRow,
): Promise<Registered> {
  const labels = await chooseLabels(transaction, shown, worker.labels ?? []);
  const { rows } = await transaction.query<Pick<Registered, 'expiresAt' | 'isDraining'>>(
    `INSERT INTO workers AS w (id, pool_id, pool_token_hash, registration_id, token_hash, expires_at, version, protocol, slots, labels,
       screen_address, screen_key, features)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6), $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (id) DO UPDATE SET pool_id = excluded.pool_id, pool_token_hash = excluded.pool_token_hash,
       registration_id = excluded.registration_id, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
       ended_at = NULL, version = excluded.version, protocol = excluded.protocol, slots = excluded.slots, labels = excluded.labels,
       screen_address = excluded.screen_address, screen_key = excluded.screen_key, features = excluded.features,
       last_seen_at = excluded.last_seen_at
     WHERE w.pool_id IS NOT DISTINCT FROM excluded.pool_id OR w.ended_at IS NOT NULL
       OR w.expires_at IS NULL OR w.expires_at <= now()
     RETURNING expires_at AS "expiresAt", drain IS NOT NULL AS "isDraining"`,
    [
      worker.workerId,
      shown.poolId,
      shown.tokenHash,
      worker.registrationId,
      worker.tokenHash,
      worker.idleMinutes,
      worker.version ?? null,
      worker.protocol ?? 1,
      worker.slots ?? null,
      labels,
      worker.screen?.address ?? null,
      worker.screenKey,
      worker.features ?? [],
    ],
  );
  const [registered] = rows;
  if (!registered) throw new WorkerIdTakenError(worker.workerId);
  return { labels, ...registered };
}

/**
 * Returns the requested labels, or else those of the pool. Locks the pool, so that a concurrent
 * revocation either ends or prevents this registration.
 */
async function chooseLabels(
  transaction: Transaction,
  { poolId, tokenHash }: ShownPool,
  wanted: readonly string[],
): Promise<readonly string[]> {
  if (poolId === null) return wanted;
  const { rows } = await transaction.query<{ labels: readonly string[] }>(
    'SELECT labels FROM worker_pools WHERE id = $1 AND token_hash = $2 AND revoked_at IS NULL FOR SHARE',
    [poolId, tokenHash],
  );
  const [pool] = rows;
  if (!pool) throw new UnauthorizedError(POOL_TOKEN_REFUSED);
  const foreign = wanted.find((label) => !pool.labels.includes(label));
  if (foreign !== undefined) throw new LabelNotInPoolError(foreign, pool.labels);
  return wanted.length === 0 ? pool.labels : wanted;
}
