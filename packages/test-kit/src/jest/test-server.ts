import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Names the server of this test run for the processes that jest starts. */
export const SERVER_VARIABLE = 'ERRAND_TEST_POSTGRES';
export const TEMPLATE_DATABASE = 'errand_template';

const ROOT = new URL('../../../../', import.meta.url);

/** Starts a PostgreSQL for one test run and migrates the template that test databases are cloned from. */
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
    await migrate(postgres.urlOf(TEMPLATE_DATABASE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.urlOf('postgres'), [Symbol.asyncDispose]: stop };
}

/** Makes the database and its tables. */
export async function migrate(url: string): Promise<void> {
  const prisma = new URL('node_modules/.bin/prisma', ROOT).pathname;
  await promisify(execFile)(prisma, ['migrate', 'deploy'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url },
  });
}
