import { findFreePort } from '@errand/app-runtime';
import { migrateDatabase } from '@errand/database-schema';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passes the server of this test run to the processes that jest starts. */
export const SERVER_VARIABLE = 'ERRAND_TEST_POSTGRES';
export const TEMPLATE_DATABASE = 'errand_template';

/**
 * Starts a PostgreSQL for one test run and migrates the template that test databases are cloned
 * from.
 */
export async function startTestServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-test-postgres-'));
  const postgres = await startEmbeddedPostgres({
    directory: join(directory, 'server'),
    port: await findFreePort(),
    isDurable: false,
  });
  const stop = async (): Promise<void> => {
    await postgres[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(postgres.urlOf(TEMPLATE_DATABASE), process.env);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.urlOf('postgres'), [Symbol.asyncDispose]: stop };
}
