import type pg from 'pg';
import { isNewer } from './is-newer.ts';
import { readFunctions } from './read-functions.ts';
import { readVersion } from './schema-files.ts';

export interface StaleFunctions {
  /** Functions that the database lacks, or has as an older version made them. */
  readonly names: readonly string[];
  /** How many functions this version has. */
  readonly count: number;
}

/** Compares the functions of the database with those of this version. One of a newer version serves this one as well. */
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
