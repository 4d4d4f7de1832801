import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { createToken, hashToken } from '../database/random-token.ts';
import { WorkerPoolExistsError, WorkerPoolNotFoundError } from './worker-pool-errors.ts';
import type { NewWorkerPool, WorkerPool } from './worker-pool.ts';

const PREFIX = 'errand_pool_';
/** Length of the part of a token that is shown. */
const PREFIX_LENGTH = PREFIX.length + 5;

export interface WorkerPoolStore {
  /** Throws WorkerPoolExistsError. */
  readonly create: (name: string, labels: readonly string[]) => Promise<NewWorkerPool>;
  /** Returns all pools by name, including revoked ones. */
  readonly list: () => Promise<readonly WorkerPool[]>;
  /**
   * Replaces the token; this makes a revoked pool valid again. Registered workers stay registered
   * and need the new token the next time they register. Throws WorkerPoolNotFoundError.
   */
  readonly rotate: (name: string) => Promise<NewWorkerPool>;
  /**
   * Revokes the token and immediately ends every registration of the pool. Safe to repeat. Throws
   * WorkerPoolNotFoundError.
   */
  readonly revoke: (name: string) => Promise<WorkerPool>;
}

const COLUMNS = `name, labels, prefix, created_at AS "createdAt", rotated_at AS "rotatedAt", revoked_at AS "revokedAt"`;

export function createWorkerPoolStore({
  pool: connections,
  transaction: inTransaction,
}: Pick<Database, 'pool' | 'transaction'>): WorkerPoolStore {
  return {
    async create(name, labels) {
      const token = createToken(PREFIX);
      const { rows } = await connections.query<WorkerPool>(
        `INSERT INTO worker_pools (id, name, labels, prefix, token_hash) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO NOTHING RETURNING ${COLUMNS}`,
        [randomUUIDv7(), name, labels, token.slice(0, PREFIX_LENGTH), hashToken(token)],
      );
      const [created] = rows;
      if (!created) throw new WorkerPoolExistsError(name);
      return { ...created, token };
    },

    async list() {
      const { rows } = await connections.query<WorkerPool>(
        `SELECT ${COLUMNS} FROM worker_pools ORDER BY name`,
      );
      return rows;
    },

    async rotate(name) {
      const token = createToken(PREFIX);
      const { rows } = await connections.query<WorkerPool>(
        `UPDATE worker_pools SET token_hash = $2, prefix = $3, rotated_at = now(), revoked_at = NULL
         WHERE name = $1 RETURNING ${COLUMNS}`,
        [name, hashToken(token), token.slice(0, PREFIX_LENGTH)],
      );
      const [rotated] = rows;
      if (!rotated) throw new WorkerPoolNotFoundError(name);
      return { ...rotated, token };
    },

    revoke: (name) =>
      inTransaction(async (transaction) => {
        // Update the pool first. A registration locks the pool's row: an earlier one is ended
        // below, a later one is refused.
        const { rows } = await transaction.query<WorkerPool & { readonly id: string }>(
          `UPDATE worker_pools SET revoked_at = coalesce(revoked_at, now()) WHERE name = $1 RETURNING id, ${COLUMNS}`,
          [name],
        );
        const [revoked] = rows;
        if (!revoked) throw new WorkerPoolNotFoundError(name);
        const { id, ...pool } = revoked;
        await transaction.query(
          'UPDATE workers SET ended_at = now() WHERE pool_id = $1 AND ended_at IS NULL',
          [id],
        );
        return pool;
      }),
  };
}
