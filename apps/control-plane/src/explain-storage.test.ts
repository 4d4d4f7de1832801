import { StartError } from '@errand/app-runtime';
import { createS3Storage } from '@errand/object-storage';
import { createTestDatabase } from '@errand/test-kit';
import { startS3Server, type S3Server } from '@errand/test-kit/s3-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { explainStorage } from './explain-storage.ts';

const ERRAND = join(import.meta.dirname, '../../../bin/errand');

const owned = new AsyncDisposableStack();
let server: S3Server;
let url: string;
beforeAll(async () => {
  server = owned.use(await startS3Server());
  url = `http://${server.endPoint}:${server.port}`;
  await using _bucket = await createS3Storage({ ...settings(), createBucket: true });
});
afterAll(() => owned.disposeAsync());

function settings() {
  const { region, accessKey, secretKey } = server;
  return { url, region, accessKey, secretKey, bucket: 'files' };
}

/** Returns the message when object storage with these settings does not open. */
async function explain(change: Partial<ReturnType<typeof settings>>): Promise<string> {
  const options = { ...settings(), ...change };
  const error = await createS3Storage(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const storage = { kind: 's3', pathStyle: true, publicUrl: undefined, ...options } as const;
  const explained = explainStorage(error, storage);
  if (!(explained instanceof StartError)) throw error;
  return explained.message;
}

function refused(key: string): string {
  return `The object storage at ${url} refuses the key "${key}" with this secret for the bucket "files": correct S3_ACCESS_KEY or S3_SECRET_KEY, or let this key use the bucket.`;
}

test('names the key that the store rejects, but never its secret', async () => {
  expect(await explain({ secretKey: 'wrong' })).toBe(refused(server.accessKey));
  expect(await explain({ accessKey: 'nobody' })).toBe(refused('nobody'));
});

test('names a bucket that is missing or invalid', async () => {
  expect(await explain({ bucket: 'nowhere' })).toBe(
    `The object storage at ${url} has no bucket "nowhere": create it, or correct S3_BUCKET.`,
  );
  expect(await explain({ bucket: 'No Bucket' })).toBe(
    '"No Bucket" is not a valid bucket name: correct S3_BUCKET.',
  );
});

test('names a region that the store does not have', async () => {
  expect(await explain({ region: 'eu-central-1' })).toBe(
    `The object storage at ${url} does not accept requests for the bucket "files" in the region "eu-central-1": correct S3_REGION, S3_ENDPOINT or S3_PATH_STYLE.`,
  );
});

test('names the address that cannot be reached, and the reason', async () => {
  for (const [address, code] of [
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
    ['http://nowhere.invalid', 'ENOTFOUND'],
    [url.replace('http', 'https'), 'EPROTO'],
  ] as const) {
    expect(await explain({ url: address })).toBe(
      `The object storage at ${address} cannot be reached (${code}): start it, or correct S3_ENDPOINT.`,
    );
  }
});

test('returns an error unrelated to the settings unchanged', () => {
  const bug = new TypeError('a bug');
  const storage = { kind: 's3', pathStyle: true, publicUrl: undefined, ...settings() } as const;
  expect(explainStorage(bug, storage)).toBe(bug);
});

test('errand admin sweep-storage finds and deletes the orphans of a bucket', async () => {
  await using database = await createTestDatabase();
  await using bucket = await createS3Storage(settings());
  const keys = [
    `tasks/${randomUUID()}/a`,
    `uploads/tasks/${randomUUID()}/b`,
    `demos/${randomUUID()}/1`,
  ];
  for (const key of keys) await bucket.write(key, Buffer.from('x'), { contentType: 'text/plain' });
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    S3_ENDPOINT: url,
    S3_BUCKET: settings().bucket,
    S3_REGION: server.region,
    S3_ACCESS_KEY: server.accessKey,
    S3_SECRET_KEY: server.secretKey,
  };
  const sweep = (...options: string[]) =>
    spawnSync(ERRAND, ['admin', 'sweep-storage', ...options], { env, encoding: 'utf8' });

  // Uploads from today may still get their rows.
  const dry = sweep();
  expect([dry.status, JSON.parse(dry.stdout)]).toMatchObject([
    0,
    { is_dry_run: true, objects: 3, bytes: 3, orphans: { count: 0 } },
  ]);
  const found = sweep('--older-than-hours', '0');
  expect([found.status, JSON.parse(found.stdout)]).toMatchObject([
    1,
    { orphans: { count: 3, bytes: 3, keys: keys.toSorted() }, missing: { count: 0 }, deleted: 0 },
  ]);
  const deleted = sweep('--older-than-hours', '0', '--delete');
  expect([deleted.status, JSON.parse(deleted.stdout)]).toMatchObject([
    0,
    { is_dry_run: false, deleted: 3 },
  ]);
  for (const key of keys) expect(await bucket.find(key)).toBeUndefined();

  const wrong = sweep('--older-than-hours', 'soon');
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    '--older-than-hours is "soon": specify a number of hours from 0.\n',
  ]);
});
