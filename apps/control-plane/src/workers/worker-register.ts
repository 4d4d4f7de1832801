import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import { isLockedTooLong } from '../database/is-locked-too-long.ts';
import { createToken, hashToken } from '../database/random-token.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { RegisteredWorker, ShownPool } from '../http/caller.ts';
import { registerWorker } from './register-worker.ts';
import type { NewWorker } from './registered-worker.ts';

/** Limits what is hashed; real tokens are far shorter. */
const MAX_TOKEN_LENGTH = 1_000;
/** A registration expires after this long without use. */
const IDLE_MINUTES = 15;
const KEEP_HOURS = 24;
/** A machine that an operator has drained and switched off may be away for some weeks. */
const KEEP_DRAINED_DAYS = 30;
const FORGET_BATCH = 1_000;

export interface NewRegistration {
  /** Returned only here; the database stores its hash. */
  readonly token: string;
  readonly labels: readonly string[];
  /** When the registration expires if the token is not used before then. */
  readonly expiresAt: Date;
  /** Whether an operator is draining the worker. */
  readonly isDraining: boolean;
}

/** Registrations of workers. Each worker has one: the newest. */
export interface WorkerRegister {
  /** Returns the pool of the token; undefined if the token is unknown or revoked. */
  readonly findPool: (token: string) => Promise<ShownPool | undefined>;
  /**
   * Registers a worker and ends the previous registration with this id and pool. Its leases stay
   * with the holder of their secrets. Throws UnauthorizedError, LabelNotInPoolError,
   * WorkerIdTakenError.
   */
  readonly register: (pool: ShownPool, worker: NewWorker) => Promise<NewRegistration>;
  /**
   * Returns the worker of the token and extends its registration; undefined if the token is unknown
   * or the registration has ended.
   */
  readonly find: (token: string) => Promise<RegisteredWorker | undefined>;
  /** Whether this is still the worker's current registration. */
  readonly isCurrent: (registrationId: string) => Promise<boolean>;
  /** Ends the registration. Safe to repeat. */
  readonly end: (registrationId: string) => Promise<void>;
}

/** A condition on `workers`: the registration is valid. */
const IS_REGISTERED = 'ended_at IS NULL AND expires_at > now()';

export function createWorkerRegister(dependencies: {
  readonly database: Pick<Database, 'pool' | 'heartbeats' | 'transaction'>;
  readonly sealer: Sealer;
  /** Token of the built-in pool, which needs no row. Undefined: there is no such pool. */
  readonly workerToken: string | undefined;
}): WorkerRegister {
  const { sealer, workerToken } = dependencies;
  const { pool, heartbeats, transaction: inTransaction } = dependencies.database;
  const builtIn = workerToken === undefined ? undefined : hashToken(workerToken);
  return {
    findPool: (token) => findPool(pool, builtIn, token),

    async register(shown, worker) {
      const token = createToken('errand_worker_');
      const key = worker.screen?.key;
      const context = sealedContext.screenKey(worker.workerId);
      const screenKey = key === undefined ? null : sealer.seal(key, context);
      const registration = {
        registrationId: randomUUIDv7(),
        tokenHash: hashToken(token),
        idleMinutes: IDLE_MINUTES,
        screenKey,
      };
      const registered = await inTransaction((transaction) =>
        registerWorker(transaction, shown, { ...worker, ...registration }),
      );
      return { ...registered, token };
    },

    find: (token) => findWorker(heartbeats, builtIn, token),

    async isCurrent(registrationId) {
      const { rowCount } = await pool.query(
        `SELECT FROM workers WHERE registration_id = $1 AND ${IS_REGISTERED}`,
        [registrationId],
      );
      return rowCount === 1;
    },

    async end(registrationId) {
      await pool.query(
        'UPDATE workers SET ended_at = now() WHERE registration_id = $1 AND ended_at IS NULL',
        [registrationId],
      );
    },
  };
}

async function findPool(
  pool: Pool,
  builtIn: Buffer | undefined,
  token: string,
): Promise<ShownPool | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const tokenHash = hashToken(token);
  if (builtIn?.equals(tokenHash)) return { poolId: null, tokenHash };
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM worker_pools WHERE token_hash = $1 AND revoked_at IS NULL',
    [tokenHash],
  );
  return rows[0] && { poolId: rows[0].id, tokenHash };
}

const FIND_WORKER = `SELECT id AS "workerId", registration_id AS "registrationId", labels, protocol,
    last_seen_at < now() - interval '10 s' AS "isStale"
  FROM workers
  WHERE token_hash = $1 AND ${IS_REGISTERED} AND (pool_id IS NOT NULL OR pool_token_hash = $2)`;

async function findWorker(
  pool: Pool,
  builtIn: Buffer | undefined,
  token: string,
): Promise<RegisteredWorker | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const { rows } = await pool.query<RegisteredWorker & { readonly isStale: boolean }>({
    // Each request of a worker reads this. The connections are direct, so they keep the statement.
    name: 'find-worker',
    text: FIND_WORKER,
    values: [hashToken(token), builtIn ?? null],
  });
  const [found] = rows;
  if (!found) return undefined;
  const { isStale, ...worker } = found;
  // If locked, a later request records it: a table lock must not fail a heartbeat.
  if (isStale) {
    await noteUse(pool, worker.registrationId).catch((error: unknown) => {
      if (!isLockedTooLong(error)) throw error;
    });
  }
  return worker;
}

/**
 * Extends the registration at most every 10 seconds, so that a busy worker does not cause a write
 * for each request. Skips a row that someone holds: a heartbeat must not fail because of it.
 */
async function noteUse(pool: Pool, registrationId: string): Promise<void> {
  await pool.query(
    `UPDATE workers SET last_seen_at = now(), expires_at = now() + make_interval(mins => $2)
     WHERE id IN (SELECT id FROM workers WHERE registration_id = $1
       AND last_seen_at < now() - interval '10 s' FOR NO KEY UPDATE SKIP LOCKED)`,
    [registrationId, IDLE_MINUTES],
  );
}

/**
 * Deletes a batch of workers that were not seen for a day, because each start may bring a new id,
 * or for a month if they are drained. Returns whether more may remain.
 */
export async function forgetOldWorkers(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM workers WHERE id IN (
       SELECT id FROM workers WHERE last_seen_at <= now() - make_interval(hours => $1)
         AND (drain IS NULL OR last_seen_at <= now() - make_interval(days => $2))
       LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [KEEP_HOURS, KEEP_DRAINED_DAYS, FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
