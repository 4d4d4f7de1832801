import { findFreePort } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase, startOwnDatabase } from './start-database.ts';

test('migrates its own database or a given one, and reports when its own server ends', async () => {
  await using owned = new AsyncDisposableStack();
  const parent = mkdtempSync(join(tmpdir(), 'errand-database-'));
  owned.defer(() => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, 'postgres');
  const environment = process.env;
  const options = { directory, port: await findFreePort(), environment, isDurable: false };
  const own = owned.use(await startOwnDatabase(options));
  expect(await countTasks(own.url)).toBe(0);

  const url = own.server.urlOf('given');
  const given = await startDatabase({ ...options, url });
  expect(given.url).toBe(url);
  await given[Symbol.asyncDispose]();
  expect(await countTasks(url)).toBe(0);

  const pid = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
  process.kill(Number(pid), 'SIGINT');
  expect(await own.failed).toBe('PostgreSQL ended unexpectedly.');
});

async function countTasks(connectionString: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM tasks');
    return rows[0]?.count;
  } finally {
    await client.end();
  }
}
