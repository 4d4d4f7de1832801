import pg from 'pg';
import { cloneDatabase, findTestServer, type TestDatabase } from './create-test-database.ts';
import { TEMPLATE_DATABASE } from './jest/test-server.ts';

/** Template with an account and an API key; its comment holds the key. */
const KEYED_TEMPLATE = 'errand_keyed_template';
/** Advisory lock number; nothing else on the server of a test run uses it. */
const LOCK = 1_510;

interface KeyedTemplate {
  /** Adds an account to the database at a URL and returns its API key. */
  readonly createKey: (url: string) => Promise<string>;
  /** Name of the template database. Default: one for the whole test run. */
  readonly template?: string;
}

/**
 * Like `createTestDatabase`, with an account that has an API key. `createKey` runs once per test
 * run, because it takes two processes: the key is the same in every database.
 */
export async function createKeyedDatabase({
  createKey,
  template = KEYED_TEMPLATE,
}: KeyedTemplate): Promise<TestDatabase & { readonly apiKey: string }> {
  const client = new pg.Client({ connectionString: findTestServer() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const apiKey =
      (await readKey(client, template)) ?? (await makeTemplate(client, { createKey, template }));
    const { url, [Symbol.asyncDispose]: drop } = await cloneDatabase(template);
    return { url, apiKey, [Symbol.asyncDispose]: drop };
  } finally {
    await client.end();
  }
}

async function readKey(client: pg.Client, template: string): Promise<string | undefined> {
  const { rows } = await client.query<{ key: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS key FROM pg_database WHERE datname = $1`,
    [template],
  );
  return rows[0]?.key ?? undefined;
}

async function makeTemplate(
  client: pg.Client,
  { createKey, template }: Required<KeyedTemplate>,
): Promise<string> {
  // A template without a comment is left over from a failed attempt.
  await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${template} TEMPLATE ${TEMPLATE_DATABASE}`);
  const url = new URL(findTestServer());
  url.pathname = `/${template}`;
  const apiKey = await createKey(url.href);
  await client.query(`COMMENT ON DATABASE ${template} IS ${client.escapeLiteral(apiKey)}`);
  return apiKey;
}
