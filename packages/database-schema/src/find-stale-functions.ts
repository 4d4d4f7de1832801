import type pg from 'pg';
import { isNewer } from './is-newer.ts';
import { readFunctions } from './read-functions.ts';
import { readVersion } from './schema-files.ts';

export interface StaleFunctions {
  /** Functions that are missing from the database, or come from an older version. */
  readonly names: readonly string[];
  /** Number of functions of this version. */
  readonly count: number;
}

/**
 * Compares the functions of the database with those of this version. Functions of a newer version
 * are compatible.
 */
export async function findStaleFunctions(pool: pg.Pool): Promise<StaleFunctions> {
  const version = await readVersion();
  const { rows } = await pool.query<{ name: string; hash: string; version: string }>(
    'SELECT name, hash, version FROM sql_functions',
  );
  const known = new Map(rows.map((row) => [row.name, row]));
  const files = await readFunctions();
  const stale = files.filter(({ name, hash }) => {
    const row = known.get(name);
    return !row || (row.hash !== hash && !isNewer(row.version, version));
  });
  return { names: stale.map(({ name }) => name).toSorted(), count: files.length };
}
