import { findFreePort, listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

test('keeps its data across starts and leaves no process behind', async () => {
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

test('requires the password that only this user can read', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  const directory = join(parent, 'postgres');
  const options = { directory, port: await findFreePort() };
  const address = `127.0.0.1:${options.port}/postgres`;
  await using postgres = await startEmbeddedPostgres(options);
  for (const name of ['postgres', 'postgres:', 'postgres:postgres', 'root', 'nobody']) {
    const attempt = query(`postgresql://${name}@${address}`, 'select 1');
    await expect(attempt).rejects.toThrow(/password|does not exist/);
  }
  expect(await query(postgres.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  const rules = 'select type, auth_method from pg_hba_file_rules';
  expect(JSON.stringify(await query(postgres.urlOf('postgres'), rules))).not.toContain('trust');
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(directory, 'password.init'))).toBe(false);
  await postgres[Symbol.asyncDispose]();
  rmSync(parent, { recursive: true });
});

test('protects data that an older version left open to every local user', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  const directory = join(parent, 'postgres');
  const options = { directory, port: await findFreePort() };
  {
    await using postgres = await startEmbeddedPostgres(options);
    await query(postgres.urlOf('postgres'), 'create table kept (id int)');
  }
  writeFileSync(join(directory, 'data', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  rmSync(join(directory, 'password'));
  {
    await using postgres = await startEmbeddedPostgres(options);
    const open = query(`postgresql://postgres@127.0.0.1:${options.port}/postgres`, 'select 1');
    await expect(open).rejects.toThrow('password');
    expect(await query(postgres.urlOf('postgres'), 'select * from kept')).toEqual([]);
  }
  rmSync(parent, { recursive: true });
});

test("reports PostgreSQL's message when it cannot start", async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  await using blocker = await listen(() => undefined, {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const options = { directory: join(parent, 'postgres'), port: blocker.port };
  const start = startEmbeddedPostgres(options);
  await expect(start).rejects.toThrow(/PostgreSQL exited while starting: [^]*could not/);
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

test('shuts down when its parent process is killed', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'errand-embedded-'));
  const options = { directory: join(parent, 'postgres'), port: await findFreePort() };
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
    const postgres = await startEmbeddedPostgres(${JSON.stringify(options)});
    process.send('ready');
    setInterval(() => postgres, 60_000);`;
  const owner = spawn('node', ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(owner, 'message');
  owner.kill('SIGKILL');
  const url = `postgresql://postgres@127.0.0.1:${options.port}/postgres`;
  await expect(untilRefused(url)).resolves.toBeUndefined();
  rmSync(parent, { recursive: true });
});

async function untilRefused(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(10_000);
  while (!(await isRefused(url))) await delay(20, undefined, { signal: deadline });
}

async function isRefused(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => false,
    (error: unknown) => Error.isError(error) && error.message.includes('ECONNREFUSED'),
  );
}
