import { StartError } from '@errand/app-runtime';
import type pg from 'pg';
import { isNewer } from './is-newer.ts';
import type { FunctionFile } from './read-functions.ts';
import { MIGRATE_COMMAND } from './schema-files.ts';

export interface AppliedFunctions {
  /** Functions that were created or replaced. */
  readonly applied: readonly string[];
  /** Functions without a file, which were dropped. */
  readonly dropped: readonly string[];
}

/** PostgreSQL: CREATE OR REPLACE cannot change the return type of a function. */
const OTHER_RESULT = '42P13';
/**
 * Matches catalog rows written by an earlier transaction. Savepoints would have their own ids, but
 * there are none here.
 */
const IS_OLD = `xmin::text::bigint <> (txid_current() & 4294967295)`;

/** CREATE OR REPLACE cannot change the function: start over and drop it first. */
export class FunctionReturnsOtherError extends Error {
  readonly functionName: string;

  constructor(functionName: string, options: ErrorOptions) {
    super(
      `The SQL function "${functionName}" cannot be replaced with one that returns something else.`,
      options,
    );
    this.name = new.target.name;
    this.functionName = functionName;
  }
}

/**
 * Updates the functions and triggers of a database to match the files: creates, replaces, and drops
 * those without a file or with another signature. The caller opens a transaction, and rolls it back
 * on an error. Throws StartError for a database of a newer version, and FunctionReturnsOtherError
 * for a function that `dropFirst` should have named.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  files: readonly FunctionFile[],
  options: { readonly version: string; readonly dropFirst: ReadonlySet<string> },
): Promise<AppliedFunctions> {
  const { version, dropFirst } = options;
  const known = await readKnown(client);
  assertNotNewer(known, version);
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]));
  const changed = files.filter(({ name, hash }) => hashes.get(name) !== hash);
  for (const file of changed) {
    if (dropFirst.has(file.name)) await drop(client, file.name, 'all');
    await apply(client, file);
    await drop(client, file.name, 'old');
    await client.query(
      `INSERT INTO sql_functions (name, hash, version) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET hash = $2, version = $3, applied_at = now()`,
      [file.name, file.hash, version],
    );
  }
  const present = new Set(files.map(({ name }) => name));
  const gone = known.map(({ name }) => name).filter((name) => !present.has(name));
  for (const name of gone) {
    await drop(client, name, 'all');
    await client.query('DELETE FROM sql_functions WHERE name = $1', [name]);
  }
  return { applied: changed.map(({ name }) => name), dropped: gone };
}

interface KnownFunction {
  readonly name: string;
  readonly hash: string;
  readonly version: string;
}

async function readKnown(client: pg.ClientBase): Promise<KnownFunction[]> {
  const select = 'SELECT name, hash, version FROM sql_functions ORDER BY name';
  return (await client.query<KnownFunction>(select)).rows;
}

/** Refuses a newer database: an older version would drop what running control planes need. */
function assertNotNewer(known: readonly KnownFunction[], version: string): void {
  const newer = known.find((row) => isNewer(row.version, version));
  if (!newer) return;
  throw new StartError(
    `The database of DATABASE_URL has the SQL functions of Errand ${newer.version}, and this is ${version}: run ${MIGRATE_COMMAND} of that version, or name another database.`,
  );
}

async function apply(client: pg.ClientBase, { name, text }: FunctionFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    if (!Error.isError(error)) throw error;
    const isOther = 'code' in error && error.code === OTHER_RESULT;
    if (isOther) throw new FunctionReturnsOtherError(name, { cause: error });
    throw new Error(`prisma/functions/${name}.sql: ${error.message}`, { cause: error });
  }
}

/**
 * Drops all forms of the function, or those not written by this transaction, with the triggers that
 * call it.
 */
async function drop(client: pg.ClientBase, name: string, which: 'all' | 'old'): Promise<void> {
  const isOld = (row: string): string => (which === 'all' ? 'true' : `${row}.${IS_OLD}`);
  const { rows } = await client.query<{ statement: string }>(
    `WITH forms AS (
       SELECT *, xmin FROM pg_proc WHERE proname = $1 AND pronamespace = current_schema()::regnamespace
     )
     SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) AS statement
     FROM forms p JOIN pg_trigger t ON t.tgfoid = p.oid WHERE NOT t.tgisinternal AND (${isOld('t')} OR ${isOld('p')})
     UNION ALL
     SELECT format('DROP FUNCTION %s', p.oid::regprocedure) FROM forms p WHERE ${isOld('p')}`,
    [name],
  );
  for (const { statement } of rows) await client.query(statement);
}
