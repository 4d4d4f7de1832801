import { pollUntil } from '@errand/test-kit';
import type { Database } from '../database/connect-database.ts';
import type { begin } from './begin.ts';

/** Resolves when a statement that contains `text` waits for the transaction. */
export async function untilBlocked(
  { pool }: Database,
  { query }: Awaited<ReturnType<typeof begin>>,
  text: string,
): Promise<void> {
  const { rows } = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pollUntil(`"${text}" waits for the transaction`, async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE query LIKE '%' || $1 || '%' AND $2 = ANY(pg_blocking_pids(pid))`,
      [text, rows[0]?.pid],
    );
    return rowCount === 1;
  });
}
