import type { Database } from '../database/connect-database.ts';

/** The roots and all tables that refer to them, directly or through others, roots first. */
const DEPENDENTS = `
  WITH RECURSIVE dependent (name, depth) AS (
    SELECT to_regclass(root), 0 FROM unnest($1::text[]) root
    UNION
    SELECT c.conrelid, d.depth + 1 FROM dependent d JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = d.name
    WHERE c.conrelid <> d.name AND d.depth < 10
  )
  SELECT name::regclass::text AS name FROM dependent GROUP BY name ORDER BY min(depth), name`;

const deletions = new Map<string, string>();

/**
 * Empties tables and all that refer to them, without triggers. TRUNCATE does the same but creates
 * new files for every table and index: 150 ms of CPU time, however little they hold.
 */
export async function emptyTables({ pool }: Database, ...roots: readonly string[]): Promise<void> {
  const key = roots.join();
  let statements = deletions.get(key);
  if (statements === undefined) {
    const { rows } = await pool.query<{ name: string }>(DEPENDENTS, [roots]);
    statements = rows.map(({ name }) => `DELETE FROM ${name};`).join('');
    deletions.set(key, statements);
  }
  // Roots first: once they are gone, nothing can be added that refers to them.
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statements} COMMIT`);
}
