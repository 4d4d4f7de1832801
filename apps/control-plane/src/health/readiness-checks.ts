import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import { permitQueue } from '../transitions/permits.ts';

/** Resolves when the dependency is available, throws when it is not. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void>;

/** The dependencies of requests, by the names that the readiness response shows. */
export function createReadinessChecks(
  { pool }: Database,
  storage: ObjectStorage,
): Readonly<Record<string, ReadinessCheck>> {
  return {
    async database() {
      await pool.query('SELECT 1 FROM tasks LIMIT 1');
    },
    async queue() {
      const { rows } = await pool.query('SELECT FROM pgboss.queue WHERE name = $1', [
        permitQueue.name,
      ]);
      if (rows.length === 0) throw new Error(`The queue "${permitQueue.name}" is gone.`);
    },
    storage: (signal) => storage.checkHealth({ signal }),
  };
}
