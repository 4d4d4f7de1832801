import type pg from 'pg';
import type { Statements } from './read-statements.ts';

/** What a release of the control plane needs from its database; stored in prisma/compatibility. */
export interface ReleaseRecord {
  readonly version: string;
  /** Columns by table. Prisma reads and writes every column of its models. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, RecordedColumn>>>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
  readonly statements: readonly string[];
}

interface RecordedColumn {
  readonly type: string;
  /** Whether rows may be inserted without this column. */
  readonly is_optional: boolean;
  readonly is_nullable: boolean;
}

/** Tables of schema tools, which no control plane writes. */
const TOOLS = ['_prisma_migrations', 'sql_functions'];

/** Describes the database, and keeps the statements that it can prepare. */
export async function recordRelease(
  client: pg.ClientBase,
  version: string,
  { whole, calls }: Statements,
): Promise<ReleaseRecord> {
  const prepared: string[] = [];
  for (const statement of [...(await writeCalls(client, calls)), ...whole]) {
    if ((await explainRefusal(client, statement)) === undefined) prepared.push(statement);
  }
  return { version, ...(await describeSchema(client)), statements: prepared };
}

/** Returns a statement for each call of an Errand function, naming all its result columns. */
async function writeCalls(
  client: pg.ClientBase,
  calls: Statements['calls'],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; results: string[] }>(
    `SELECT proname AS name, ARRAY(SELECT n FROM unnest(proargnames, proargmodes) AS a(n, m) WHERE m = 'o') AS results
     FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname = ANY($1)`,
    [calls.map(({ name }) => name)],
  );
  const results = new Map(rows.map((row) => [row.name, row.results]));
  return calls.flatMap(({ name, parameters }) => {
    const columns = results.get(name);
    if (!columns) return [];
    const list = Array.from({ length: parameters }, (_, index) => `$${index + 1}`).join(', ');
    return [`SELECT ${columns.length === 0 ? '*' : columns.join(', ')} FROM ${name}(${list})`];
  });
}

/** Returns the tables and types of the database. */
export async function describeSchema(
  client: pg.ClientBase,
): Promise<Pick<ReleaseRecord, 'tables' | 'enums'>> {
  const columns = await client.query<RecordedColumn & { table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
       NOT a.attnotnull AS is_nullable, NOT a.attnotnull OR a.atthasdef OR a.attidentity <> '' AS is_optional
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND c.relname <> ALL($1) ORDER BY 1, 2`,
    [TOOLS],
  );
  const tables: Record<string, Record<string, RecordedColumn>> = {};
  for (const { table, column, ...rest } of columns.rows) {
    tables[table] = { ...tables[table], [column]: rest };
  }
  const enums = await client.query<{ name: string; values: string[] }>(
    `SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS values
     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
     WHERE t.typnamespace = current_schema()::regnamespace GROUP BY 1 ORDER BY 1`,
  );
  return {
    tables,
    enums: Object.fromEntries(enums.rows.map(({ name, values }) => [name, values])),
  };
}

/** Returns why PostgreSQL cannot prepare the statement, or undefined when it can. */
export async function explainRefusal(
  client: pg.ClientBase,
  statement: string,
): Promise<string | undefined> {
  try {
    await client.query(`PREPARE recorded AS ${statement}`);
  } catch (error) {
    return Error.isError(error) ? error.message : String(error);
  }
  await client.query('DEALLOCATE recorded');
  return undefined;
}
