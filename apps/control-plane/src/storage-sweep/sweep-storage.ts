import type { ObjectStorage } from '@errand/object-storage';
import type pg from 'pg';
import type { Database } from '../database/connect-database.ts';
import { listStored, type StoredTotals } from './list-stored.ts';
import { FIND_MISSING, FIND_ORPHANS } from './sweep-statements.ts';

/** What a sweep found. Lists of keys have at most 100 entries. */
export interface SweepReport extends StoredTotals {
  /** Objects that no row refers to, if they are old enough. */
  readonly orphans: { readonly count: number; readonly bytes: number; readonly keys: string[] };
  /** Rows whose object does not exist. They are not repaired. */
  readonly missing: { readonly count: number; readonly keys: string[] };
  readonly deleted: number;
}

/** Deleting would remove most of the stored objects. Nothing was deleted. */
class TooManyOrphansError extends Error {
  constructor(orphans: number, objects: number) {
    super(
      `${orphans} of the ${objects} objects belong to nothing in this database, more than half: check that DATABASE_URL and the store belong together, then delete the objects with --force.`,
    );
    this.name = new.target.name;
  }
}

const BATCH = 1_000;
const EXAMPLES = 100;
const DELETION_LANES = 8;
/** Up to this number, orphans are deleted however few objects there are. */
const FEW = 100;
const MIN_AGE_HOURS = 24;

export interface SweepOptions {
  /** Default false: changes nothing. */
  readonly isDeleting?: boolean;
  /** Deletes orphans even if most objects are orphans. Default false. */
  readonly isForced?: boolean;
  /** Age from which an object without a row is an orphan. Default 24. */
  readonly olderThanHours?: number;
}

interface Parts {
  readonly database: Pick<Database, 'sessions'>;
  readonly storage: ObjectStorage;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compares the stored objects with the rows. Every object has its row or its pending prefix before
 * it is written, and the rows are read after the objects, so an object that is used is never an
 * orphan. Deletes orphans only if they are few or at most half of all objects. Throws
 * TooManyOrphansError.
 */
export async function sweepStorage(
  { database, storage, signal }: Parts,
  { isDeleting = false, isForced = false, olderThanHours = MIN_AGE_HOURS }: SweepOptions,
): Promise<SweepReport> {
  const connection = await database.sessions.connect();
  try {
    const { rows } = await connection.query<{ now: Date }>('SELECT now()');
    const startedAt = rows[0]?.now;
    const stored = await listStored(connection, storage, signal);
    const orphans = await findOrphans(connection, startedAt, olderThanHours);
    const missing = await findMissing(connection, startedAt);
    const isUnlikely = orphans.count > FEW && orphans.count > stored.objects / 2;
    if (isDeleting && isUnlikely && !isForced) {
      throw new TooManyOrphansError(orphans.count, stored.objects);
    }
    const deleted = isDeleting ? await deleteOrphans(connection, storage, signal) : 0;
    return { ...stored, orphans, missing, deleted };
  } finally {
    await connection.query('DROP TABLE IF EXISTS pg_temp.swept_objects, pg_temp.swept_orphans');
    connection.release();
  }
}

async function findOrphans(
  connection: pg.PoolClient,
  startedAt: Date | undefined,
  olderThanHours: number,
): Promise<SweepReport['orphans']> {
  await connection.query('CREATE TEMPORARY TABLE swept_orphans (key text, size bigint)');
  await connection.query(FIND_ORPHANS, [startedAt, olderThanHours]);
  const { rows } = await connection.query<{ count: number; bytes: string; keys: string[] | null }>(
    `SELECT count(*)::int AS count, coalesce(sum(size), 0) AS bytes,
       (SELECT array_agg(key) FROM (SELECT key FROM swept_orphans ORDER BY key LIMIT $1) e) AS keys
     FROM swept_orphans`,
    [EXAMPLES],
  );
  const { count = 0, bytes = '0', keys = null } = rows[0] ?? {};
  return { count, bytes: Number(bytes), keys: keys ?? [] };
}

async function findMissing(
  connection: pg.PoolClient,
  startedAt: Date | undefined,
): Promise<SweepReport['missing']> {
  const { rows } = await connection.query<{ key: string; count: number }>(
    `WITH missing AS (${FIND_MISSING})
     SELECT key, (SELECT count(*)::int FROM missing) AS count FROM missing ORDER BY key LIMIT $2`,
    [startedAt, EXAMPLES],
  );
  return { count: rows[0]?.count ?? 0, keys: rows.map(({ key }) => key) };
}

async function deleteOrphans(
  connection: pg.PoolClient,
  storage: ObjectStorage,
  signal: AbortSignal | undefined,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await connection.query<{ key: string }>(
      `DELETE FROM swept_orphans WHERE key IN (SELECT key FROM swept_orphans LIMIT $1) RETURNING key`,
      [BATCH],
    );
    if (rows.length === 0) return deleted;
    const keys = rows.values();
    const remove = async (): Promise<void> => {
      for (const { key } of keys) {
        await storage.delete(key, { signal });
        deleted += 1;
      }
    };
    await Promise.all(Array.from({ length: DELETION_LANES }, remove));
  }
}
