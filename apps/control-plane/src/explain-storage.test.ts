import { StartError } from '@errand/app-runtime';
import { createS3Storage } from '@errand/object-storage';
import { startS3Server, type S3Server } from '@errand/test-kit/s3-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { explainStorage } from './explain-storage.ts';

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
