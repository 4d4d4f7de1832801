import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  applyFunctions,
  FunctionReturnsOtherError,
  type AppliedFunctions,
} from './apply-functions.ts';
import type { FunctionFile } from './read-functions.ts';
import { readVersion } from './schema-files.ts';

/** Do not wait longer for a busy table: all other transactions would queue behind this one. */
const LOCK_TIMEOUT = '2s';
const RETRY_PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 60;
/** PostgreSQL: lock_not_available, deadlock_detected. */
const BUSY: readonly unknown[] = ['55P03', '40P01'];

/** Applies the functions in one transaction, and retries while a table is busy. */
export async function migrateFunctions(
  url: string,
  files: readonly FunctionFile[],
  options: { readonly version?: string } = {},
): Promise<AppliedFunctions> {
  const version = options.version ?? (await readVersion());
  const dropFirst = new Set<string>();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const work = () => applyFunctions(client, files, { version, dropFirst });
      const outcome = await inTransaction(client, work).catch((error: unknown) => {
        if (attempt === MAX_ATTEMPTS) throw error;
        return mayRepeat(error);
      });
      if ('applied' in outcome) return outcome;
      if (outcome.dropFirst === undefined) await delay(RETRY_PAUSE_MS);
      else dropFirst.add(outcome.dropFirst);
    }
  } finally {
    await client.end();
  }
}

/** Rethrows the error unless a retry may succeed. */
function mayRepeat(error: unknown): { readonly dropFirst?: string } {
  if (error instanceof FunctionReturnsOtherError) return { dropFirst: error.functionName };
  if (isBusy(error)) return {};
  throw error;
}

function isBusy(error: unknown): boolean {
  if (!Error.isError(error)) return false;
  return ('code' in error && BUSY.includes(error.code)) || isBusy(error.cause);
}

/** Lets only one start run at a time: the lock ends with the transaction. */
async function inTransaction<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('SQL functions of Errand', 0))`,
    );
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
