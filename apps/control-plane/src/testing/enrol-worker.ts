import { WORKER_PROTOCOL } from '@errand/api-types';
import { createHash } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { Dependencies } from '../dependencies.ts';
import type { NewWorker } from '../workers/registered-worker.ts';

export const workerToken = 'worker-token-of-the-tests-0123456789';
export const workerId = 'worker-a1';

/** The token of the registration that `enrolWorker` creates for a worker; derived from its id. */
export function registrationTokenOf(id: string): string {
  return `errand_worker_${createHash('sha256').update(id).digest('base64url')}`;
}

/** Registers a worker, by default one of this release; safe to repeat. */
export async function enrolWorker(
  app: {
    readonly database: Database;
    readonly dependencies: Pick<Dependencies, 'workerRegister'>;
  },
  worker: NewWorker = { workerId },
): Promise<void> {
  const pool = { poolId: null, tokenHash: hashToken(workerToken) };
  await app.dependencies.workerRegister.register(pool, {
    protocol: WORKER_PROTOCOL.version,
    ...worker,
  });
  await app.database.pool.query('UPDATE workers SET token_hash = $2 WHERE id = $1', [
    worker.workerId,
    hashToken(registrationTokenOf(worker.workerId)),
  ]);
}
