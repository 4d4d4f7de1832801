import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import { permitQueue } from '../transitions/permits.ts';

/** Answers when the part can serve, throws when it cannot. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void>;

/** What requests need, by the names that the readiness answer shows. */
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
