import type { Logger } from '@errand/app-runtime';
import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';

/** Prefixes per pass. Few, so that requests do not wait long for the disk or the event loop. */
const BATCH = 20;
/** Prefixes cleared in parallel: fewer than the threads in which Node.js reads and writes files. */
const LANES = 2;
const DEADLINE_MS = 60_000;

interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly storage: Pick<ObjectStorage, 'delete' | 'deletePrefix'>;
  readonly logger: Logger;
}

interface Failure {
  readonly prefix: string;
  readonly error: unknown;
}

/**
 * Deletes the objects of a batch of abandoned prefixes and keys. Failed deletions are retried after
 * a doubling delay and do not hold up others. Returns whether more can be deleted now: false when
 * no deletion succeeded, because the store is then unavailable. Several processes may run it.
 */
export async function discardAbandoned({ database, storage, logger }: Parts): Promise<boolean> {
  const prefixes = await claimBatch(database);
  const failures: Failure[] = [];
  const cleared: string[] = [];
  const waiting = prefixes.values();
  const clear = async (): Promise<void> => {
    for (const prefix of waiting) {
      try {
        await clearPlace(storage, prefix);
        cleared.push(prefix);
      } catch (error) {
        failures.push({ prefix, error });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, clear));
  await database.pool.query('DELETE FROM pending_uploads WHERE prefix = ANY($1)', [cleared]);
  const [failure] = failures;
  if (failure) {
    const places = failures.map(({ prefix }) => prefix);
    const retryAt = await postpone(database, places);
    logger.warn('files could not be deleted', { prefixes: places, retryAt, error: failure.error });
  }
  return prefixes.length === BATCH && cleared.length > 0;
}

/** An attempt's file is recorded by its own key, everything else by a prefix. */
function clearPlace(storage: Parts['storage'], place: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(DEADLINE_MS) };
  return place.endsWith('/')
    ? storage.deletePrefix(place, options)
    : storage.delete(place, options);
}

/**
 * Marks a batch as abandoned, so that no request can refer to its objects any longer. Other
 * processes skip it for the time that this can take, and then delete it in case of a crash. Skips a
 * prefix that a transaction is settling.
 *
 * An aborted write may still reach the store later, so ten minutes after a request gave up, its
 * prefix is cleared once more.
 */
async function claimBatch({ pool }: Parts['database']): Promise<readonly string[]> {
  const { rows } = await pool.query<{ prefix: string }>(
    `UPDATE pending_uploads p
     SET abandoned_at = coalesce(abandoned_at, clock_timestamp()), retry_at = now() + interval '10 minutes'
     FROM (
       SELECT prefix FROM pending_uploads
       WHERE (created_at < now() - interval '1 day' OR abandoned_at < now() - interval '10 minutes')
         AND coalesce(retry_at <= now(), true)
       ORDER BY failures, created_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
     WHERE p.prefix = due.prefix RETURNING p.prefix`,
    [BATCH],
  );
  return rows.map(({ prefix }) => prefix);
}

/** The delay is two minutes after the first failure, and at most six hours. */
async function postpone(
  { pool }: Parts['database'],
  prefixes: readonly string[],
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ retry_at: Date }>(
    `UPDATE pending_uploads SET failures = failures + 1,
       retry_at = now() + least(interval '1 minute' * 2 ^ least(failures + 1, 10), interval '6 hours')
     WHERE prefix = ANY($1) RETURNING retry_at`,
    [prefixes],
  );
  return rows.map(({ retry_at: retryAt }) => retryAt).toSorted((a, b) => +a - +b)[0];
}
