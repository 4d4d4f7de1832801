import { findFreePort, listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

test('keeps its data from one start to the next and leaves no process behind', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  const options = { directory: join(parent, 'postgres'), port: await findFreePort() };
  {
    await using postgres = await startEmbeddedPostgres(options);
    await query(postgres.urlOf('postgres'), 'create table kept (id int)');
  }
  {
    await using postgres = await startEmbeddedPostgres(options);
    expect(await query(postgres.urlOf('postgres'), 'select * from kept')).toEqual([]);
  }
  await expect(
    query(`postgresql://postgres@127.0.0.1:${options.port}/postgres`, 'select 1'),
  ).rejects.toThrow('ECONNREFUSED');
  rmSync(parent, { recursive: true });
});

test('says what PostgreSQL said when it cannot start', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  await using blocker = await listen(() => undefined, {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const options = { directory: join(parent, 'postgres'), port: blocker.port };
  const start = startEmbeddedPostgres(options);
  await expect(start).rejects.toThrow(/PostgreSQL ended while it started: [^]*could not/);
  expect(readFileSync(join(parent, 'postgres', 'log'), 'utf8')).toContain('Address already in use');
  rmSync(parent, { recursive: true });
});

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
