import { findFreePort } from '@errand/app-runtime';
import { startOwnDatabase } from '@errand/local-installation';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';

/** Passes the server of this test run to the processes that jest starts. */
export const SERVER_VARIABLE = 'ERRAND_TEST_POSTGRES';
export const TEMPLATE_DATABASE = 'errand_template';

/**
 * Starts a PostgreSQL for one test run and makes the template that test databases are cloned from:
 * migrated, and with pg-boss's tables, which each job queue would otherwise make in its database.
 */
export async function startTestServer(): Promise<AsyncDisposable & { readonly url: string }> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-test-postgres-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const { server, url } = owned.use(
    await startOwnDatabase({
      directory: join(directory, 'server'),
      port: await findFreePort(),
      environment: process.env,
      name: TEMPLATE_DATABASE,
      isDurable: false,
    }),
  );
  await makeJobTables(url);
  const resources = owned.move();
  return { url: server.urlOf('postgres'), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function makeJobTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
}
