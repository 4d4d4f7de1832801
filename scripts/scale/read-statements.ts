import type { Installation } from './installation.ts';

/** One kind of statement, as pg_stat_statements counts it. */
export interface Statement {
  readonly calls: number;
  readonly totalMs: number;
  readonly meanMs: number;
  readonly rows: number;
  /** False if a function ran it. */
  readonly isTop: boolean;
  readonly text: string;
}

const MOST = 40;

export async function resetStatements({ query }: Installation): Promise<void> {
  await query('SELECT pg_stat_statements_reset()');
}

/** Returns the statements that took most of the server's time, including those of functions. */
export function readStatements({ query }: Installation): Promise<readonly Statement[]> {
  return query<Statement & Record<string, unknown>>(
    `SELECT calls::int, round(total_exec_time)::float8 AS "totalMs", round(mean_exec_time::numeric, 3)::float8 AS "meanMs",
       rows::int, toplevel AS "isTop", left(regexp_replace(query, '\\s+', ' ', 'g'), 300) AS text
     FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT ${MOST}`,
  );
}
