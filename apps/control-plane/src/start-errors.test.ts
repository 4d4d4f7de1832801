import { pickEnvironment } from '@errand/app-runtime';
import { createTestDatabase, failToStart, type TestDatabase } from '@errand/test-kit';
import { startS3Server } from '@errand/test-kit/s3-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const owned = new AsyncDisposableStack();
let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = owned.use(await createTestDatabase());
  directory = mkdtempSync(join(tmpdir(), 'errand-start-errors-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, 'a-file'), '');
});
afterAll(async () => owned.disposeAsync());

/** A server that accepts connections but never responds. */
async function openSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    called: once(server, 'connection'),
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const MAIN = join(import.meta.dirname, 'main.ts');

function withDefaults(settings: Readonly<Record<string, string>>) {
  return {
    DATABASE_URL: database.url,
    PORT: '1',
    WORKER_PORT: '2',
    HOST: '192.0.2.1',
    WORKER_TOKEN: 'w'.repeat(40),
    SEALING_KEYS: `test:${Buffer.alloc(32, 3).toString('base64')}`,
    STORAGE_DIRECTORY: directory,
    STORAGE_SIGNING_KEY: 's'.repeat(32),
    ...settings,
  };
}

/** Expects an exit with status 1; returns the error output. */
async function failWith(settings: Readonly<Record<string, string>>): Promise<string> {
  const { code, errors } = await failToStart(MAIN, withDefaults(settings));
  expect([code, errors]).toEqual([1, expect.not.stringMatching(/^ +at |Node\.js v/m)]);
  expect(errors).not.toContain('wrong-password');
  return errors.trimEnd();
}

function urlWith(change: Partial<Pick<URL, 'password' | 'pathname' | 'port'>>): string {
  return Object.assign(new URL(database.url), change).href;
}

const s3 = {
  STORAGE_DIRECTORY: '',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'wrong-password',
};

test('names a database that cannot be opened, and says how to fix it', async () => {
  const refused = await failWith({ DATABASE_URL: urlWith({ password: 'wrong-password' }) });
  expect(refused).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the user "\w+" with this password: correct DATABASE_URL\.$/,
  );
  const nowhere = await failWith({ DATABASE_URL: urlWith({ pathname: '/nowhere' }) });
  expect(nowhere).toMatch(
    /has no database "nowhere": create it and run bin\/errand admin database migrate, or correct DATABASE_URL\.$/,
  );
  const closed = await failWith({ DATABASE_URL: urlWith({ port: '1' }) });
  expect(closed).toMatch(
    /cannot be reached \(ECONNREFUSED\): start it, or correct DATABASE_URL\.$/,
  );
});

test('names the command for a database without or with old migrations, and refuses a newer one', async () => {
  const empty = await failWith({ DATABASE_URL: urlWith({ pathname: '/postgres' }) });
  expect(empty).toMatch(
    /^The database "postgres" at \S+ has no tables of Errand: run bin\/errand admin database migrate with this DATABASE_URL\.$/,
  );
  await using other = await createTestDatabase();
  const change = async (statement: string) => {
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await change(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '29991231000000_future', now())`,
  );
  expect(await failWith({ DATABASE_URL: other.url })).toMatch(
    /has the migration "29991231000000_future" of a newer version of Errand: start that version,/,
  );
  await change(
    `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations WHERE migration_name < '2999')`,
  );
  expect(await failWith({ DATABASE_URL: other.url })).toMatch(
    /lacks 1 of \d+ migrations, "\w+" first: run bin\/errand admin database migrate\.$/,
  );
});

test('names the command for a database with missing or outdated SQL functions', async () => {
  await using other = await createTestDatabase();
  const client = new pg.Client({ connectionString: other.url });
  await client.connect();
  await client.query(`UPDATE sql_functions SET hash = '' WHERE name = 'take_task'`);
  await client.query(`DELETE FROM sql_functions WHERE name = 'submit_task'`);
  await client.end();
  expect(await failWith({ DATABASE_URL: other.url })).toMatch(
    /lacks 2 of \d+ SQL functions of this version, "submit_task" first: run bin\/errand admin database migrate\.$/,
  );
});

test('names the setting of an unusable store, key or address', async () => {
  const file = join(directory, 'a-file');
  expect(await failWith({ STORAGE_DIRECTORY: join(file, 'below') })).toMatch(
    /^Files cannot be stored in ".+below" \(ENOTDIR\): correct STORAGE_DIRECTORY/,
  );
  expect(await failWith({ SEALING_KEYS: 'short' })).toMatch(/^These settings .*\n +SEALING_KEYS: /);
  expect(await failWith({})).toBe(
    '"192.0.2.1" is not an address of this machine, so PORT 1 cannot be opened there: correct HOST.',
  );
});

test('names the wrong object storage setting', async () => {
  expect(await failWith({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' })).toBe(
    'The object storage at http://127.0.0.1:1 cannot be reached (ECONNREFUSED): start it, or correct S3_ENDPOINT.',
  );
  await using server = await startS3Server();
  const url = `http://${server.endPoint}:${server.port}`;
  const key = { S3_ENDPOINT: url, S3_ACCESS_KEY: server.accessKey };
  expect(await failWith({ ...s3, ...key })).toBe(
    `The object storage at ${url} refuses the key "${server.accessKey}" with this secret for the bucket "files": correct S3_ACCESS_KEY or S3_SECRET_KEY, or let this key use the bucket.`,
  );
});

test.each(['database', 'store'])('exits on SIGTERM while it waits for the %s', async (silent) => {
  using server = await openSilentServer();
  const settings =
    silent === 'database'
      ? { DATABASE_URL: urlWith({ port: String(server.port) }) }
      : { ...s3, S3_ENDPOINT: `http://127.0.0.1:${server.port}` };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...pickEnvironment(process.env), ...withDefaults(settings) },
    stdio: 'ignore',
  });
  await server.called;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
