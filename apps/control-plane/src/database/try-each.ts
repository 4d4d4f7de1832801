import type { Pool } from 'pg';

/** A row that stays locked for longer is left for the next pass. */
const LOCK_WAIT_MS = 2_000;
/** After the first failure: the transaction that locks that row often locks others in the list. */
const NEXT_LOCK_WAIT_MS = 100;

/** For callers that do not say what to do about a row that failed. */
export function rethrow(_row: unknown, error: unknown): never {
  throw error;
}

interface Attempts<Row> {
  /** `lockWait` is the statement that the row's transaction begins with. */
  readonly act: (row: Row, lockWait: string) => Promise<void>;
  /** Called for a row that failed. Other rows are still tried. */
  readonly onFailure: (row: Row, error: unknown) => void;
}

/** Acts on rows one after another. Throws only if the database itself is unavailable. */
export async function tryEach<Row>(
  { pool }: { readonly pool: Pick<Pool, 'query'> },
  rows: readonly Row[],
  { act, onFailure }: Attempts<Row>,
): Promise<void> {
  let lockWaitMs = LOCK_WAIT_MS;
  for (const row of rows) {
    try {
      await act(row, `SET LOCAL lock_timeout = ${lockWaitMs}`);
    } catch (error) {
      await pool.query('SELECT 1');
      lockWaitMs = NEXT_LOCK_WAIT_MS;
      onFailure(row, error);
    }
  }
}
