import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { startS3Server, type S3Server } from '@errand/test-kit/s3-server';
import { createS3Storage, ObjectStorageUnavailableError } from '../index.ts';
import { testObjectStorage } from '../object-storage-suite.ts';
import { createBucketAccess, PART_BYTES } from './bucket-access.ts';
import { deleteObjects } from './delete-objects.ts';
import type { StorageUnderTest } from '../storage-under-test.ts';
import { writeObject } from './write-object.ts';

let server: S3Server;

describe('S3 storage', () => {
  testObjectStorage(openS3Storage);

  test('names a missing bucket, or creates it if allowed', async () => {
    const options = { ...connection(), bucket: 'other-bucket' };

    await expect(createS3Storage(options)).rejects.toThrow(
      'could not find its bucket "other-bucket"',
    );
    await using storage = await createS3Storage({ ...options, createBucket: true });
    await expect(storage.checkHealth()).resolves.toBeUndefined();
  });

  test('signs for the public address', async () => {
    const publicUrl = `http://localhost:${server.port}`;
    await using storage = await createS3Storage({ ...connection(), publicUrl });
    const request = { key: 'seen/a', contentType: 'text/plain', size: 1, expiresInSeconds: 60 };

    const { url, headers } = await storage.presignUpload(request);

    expect(url).toContain(publicUrl);
    expect((await fetch(url, { method: 'PUT', headers, body: 'x' })).status).toBe(200);
  });

  test('deletes more objects than fit in one request', async () => {
    await using storage = await createS3Storage(connection());
    const access = await createBucketAccess(connection());
    const keys = ['batches/1', 'batches/2', 'batches/3', 'batches/4', 'batches/5'];
    for (const key of keys) await storage.write(key, Buffer.of(1), { contentType: 'text/plain' });

    await deleteObjects(access, { prefix: 'batches/', batchSize: 2 });

    access.close();
    for (const key of keys) expect(await storage.find(key)).toBeUndefined();
  });
  test('is unavailable with a wrong secret', async () => {
    const opened = createS3Storage({ ...connection(), secretKey: 'wrong-secret' });

    await expect(opened).rejects.toThrow(ObjectStorageUnavailableError);
    await expect(opened).rejects.toThrow(/could not be reached \(http.*AccessDenied/);
  });

  test('is unavailable when nothing listens', async () => {
    const opened = createS3Storage({ ...connection(), url: 'http://127.0.0.1:9' });

    await expect(opened).rejects.toThrow(/could not be reached.*ECONNREFUSED/);
  });

  test('is awaited only until the timeout or the signal', async () => {
    await using silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}`;

    const opened = createS3Storage({ ...connection(), url, requestTimeoutMs: 100 });

    await expect(opened).rejects.toThrow('the server was silent for 100 ms');
  });

  test('ends a multipart write with its signal while the server is silent', async () => {
    const stop = new AbortController();
    await using silent = createServer((socket) => {
      socket.resume();
      stop.abort(new Error('enough'));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}`;
    const access = await createBucketAccess({ ...connection(), url, requestTimeoutMs: 600_000 });
    const object = { key: 'big', body: Buffer.alloc(PART_BYTES + 1), contentType: 'text/plain' };

    const writing = writeObject(access, { ...object, signal: stop.signal });

    await expect(writing).rejects.toThrow('enough');
    access.close();
  });
});

function connection() {
  const { endPoint, port, region, accessKey, secretKey } = server;
  return { url: `http://${endPoint}:${port}`, bucket: 'errand-test', region, accessKey, secretKey };
}

async function openS3Storage(): Promise<StorageUnderTest> {
  await using resources = new AsyncDisposableStack();
  server = resources.use(await startS3Server());
  const storage = resources.use(await createS3Storage({ ...connection(), createBucket: true }));
  const owned = resources.move();
  return {
    storage,
    openAt: (now) => createS3Storage({ ...connection(), now }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
