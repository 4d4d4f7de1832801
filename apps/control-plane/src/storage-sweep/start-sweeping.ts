import type { Logger } from '@errand/app-runtime';
import type { ObjectStorage } from '@errand/object-storage';
import { setInterval } from 'node:timers/promises';
import type { Database } from '../database/connect-database.ts';
import { sweepStorage } from './sweep-storage.ts';

const INTERVAL_MS = 3_600_000;

interface Options {
  readonly database: Pick<Database, 'pool' | 'sessions'>;
  readonly storage: ObjectStorage;
  /** Days between two sweeps; 0: never. */
  readonly sweepDays: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Sweeps the store whenever a sweep of the installation is due, until the signal fires. Several
 * processes may run it; only one sweeps.
 */
export async function startSweeping(options: Options): Promise<void> {
  const { sweepDays, logger, signal } = options;
  if (sweepDays === 0) return;
  try {
    for await (const _ of setInterval(INTERVAL_MS, undefined, { signal })) {
      await sweepIfDue(options).catch((error: unknown) => {
        if (!signal.aborted) logger.error('the sweep of the storage failed', { error });
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Returns whether it swept. The first sweep is due `sweepDays` after the first call; one that
 * failed or was interrupted is due again a day later.
 */
export async function sweepIfDue(options: Options): Promise<boolean> {
  const { database, sweepDays, logger } = options;
  const { pool } = database;
  await pool.query(
    'INSERT INTO storage_sweeps (id, due_at) VALUES (1, now() + make_interval(days => $1)) ON CONFLICT DO NOTHING',
    [sweepDays],
  );
  const { rowCount } = await pool.query(
    `UPDATE storage_sweeps SET due_at = now() + interval '1 day' WHERE due_at <= now()`,
  );
  if (rowCount === 0) return false;
  const report = await sweepStorage(options, { isDeleting: true });
  await pool.query('UPDATE storage_sweeps SET due_at = now() + make_interval(days => $1)', [
    sweepDays,
  ]);
  const { objects, bytes, deleted, missing } = report;
  const level = missing.count > 0 ? 'warn' : 'info';
  logger.log(level, 'swept the storage', { objects, bytes, deleted, missing });
  return true;
}
