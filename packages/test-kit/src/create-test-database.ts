import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { SERVER_VARIABLE, TEMPLATE_DATABASE } from './jest/test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  /** Connection string of a fresh, migrated database for this caller only. */
  readonly url: string;
}

/**
 * Clones the migrated template of this test run; disposing drops the clone. Set
 * KEEP_TEST_DATABASES=1 to keep the clone and see its name.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(TEMPLATE_DATABASE);
}

/** Clones any template on the server of this test run. */
export async function cloneDatabase(template: string): Promise<TestDatabase> {
  const server = findTestServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Writing the copy to the log as well would take more than twice the CPU time.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => dropDatabase(server, name) };
}

/** Returns the connection string of this test run's server. */
export function findTestServer(): string {
  const server = process.env[SERVER_VARIABLE];
  if (!server) throw new Error(`${SERVER_VARIABLE} is not set: run the test through jest.`);
  return server;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  if (process.env['KEEP_TEST_DATABASES']) {
    process.stderr.write(`kept test database ${name} on ${server}\n`);
    return;
  }
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
