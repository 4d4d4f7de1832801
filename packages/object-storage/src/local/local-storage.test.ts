import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, utimes, writeFile, mkdir } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import express from 'express';
import { createLocalStorage, createLocalStorageRouter, type LocalStorage } from '../index.ts';
import { testObjectStorage } from '../object-storage-suite.ts';
import { streamUpload } from '../stream-upload.ts';
import type { StorageUnderTest } from '../storage-under-test.ts';

interface LocalStorageUnderTest extends StorageUnderTest {
  readonly storage: LocalStorage;
  readonly directory: string;
}

const signingKey = Buffer.alloc(32, 3);

describe('local storage', () => {
  testObjectStorage(openLocalStorage);
});

describe('files of the local storage', () => {
  let opened: LocalStorageUnderTest;
  beforeAll(async () => {
    opened = await openLocalStorage();
  });
  afterAll(async () => opened[Symbol.asyncDispose]());
  const write = (key: string) =>
    opened.storage.write(key, Buffer.from('0123456789'), { contentType: 'text/html' });
  const download = (key: string) =>
    opened.storage.presignDownload({ key, filename: 'f.html', expiresInSeconds: 60 });
  const upload = (size: number) =>
    opened.storage.presignUpload({
      key: 'up',
      contentType: 'text/plain',
      size,
      expiresInSeconds: 60,
    });

  test('does not let browsers execute a file or guess its type', async () => {
    await write('page');

    const { headers } = await fetch(await download('page'));

    expect(headers.get('content-disposition')).toBe('attachment; filename=f.html');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('responds to HEAD as to GET, but without content', async () => {
    await write('head');

    const response = await fetch(await download('head'), { method: 'HEAD' });

    expect([response.status, response.headers.get('content-length')]).toEqual([200, '10']);
    expect(await response.text()).toBe('');
  });

  test('returns the whole file for several ranges and for a range of an older version', async () => {
    await write('ranges');
    const url = await download('ranges');

    const several = await fetch(url, { headers: { range: 'bytes=0-1,4-5' } });
    const older = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"old"' } });

    expect([several.status, await several.text()]).toEqual([200, '0123456789']);
    expect([older.status, await older.text()]).toEqual([200, '0123456789']);
    const behind = await fetch(url, { headers: { range: 'bytes=10-' } });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test.each([
    [
      'signature-mismatch',
      403,
      async () => (await download('x')).replace('filename=f', 'filename=g'),
    ],
    ['object-not-found', 404, () => download('none')],
  ])('reports %s in JSON', async (code, status, url) => {
    const response = await fetch(await url());

    expect(response.status).toBe(status);
    expect(response.headers.get('x-error-code')).toBe(code);
    expect(response.headers.get('link')).toBe(`</errors#${code}>; rel="help"`);
    expect(await response.json()).toEqual({
      error: { code, message: expect.stringMatching(/\.$/) },
    });
  });

  test.each([
    ['upload-too-large', 413, 'x'.repeat(11)],
    ['upload-size-mismatch', 400, 'x'.repeat(9)],
  ])('reports %s in JSON, based on the content length', async (code, status, body) => {
    const { url } = await upload(10);
    const headers = { 'content-type': 'text/plain' };

    const response = await fetch(url, { method: 'PUT', headers, body });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('counts an upload of unknown length, and reads it to the end before responding with 413', async () => {
    const { url } = await upload(1024 * 1024);
    const headers = { 'content-type': 'text/plain' };

    const { status, answer } = await streamUpload(url, { headers, body: zeros(40) });

    expect(status).toBe(413);
    expect(JSON.parse(answer)).toMatchObject({ error: { code: 'upload-too-large' } });
    expect(await readdir(join(opened.directory, 'uploads'))).toEqual([]);
  });

  test('leaves nothing behind after an aborted upload', async () => {
    const { url, headers } = await upload(1_000_000);
    const uploads = join(opened.directory, 'uploads');
    const sent = httpRequest(url, { method: 'PUT', headers });
    const failed = once(sent, 'error');
    sent.write('beginning');
    await pollUntil('the upload has begun', async () => (await readdir(uploads)).length === 1);

    sent.destroy(new Error('the client went away'));

    await failed.catch(() => undefined);
    await pollUntil('the upload is gone', async () => (await readdir(uploads)).length === 0);
    expect(await opened.storage.find('up')).toBeUndefined();
  });

  test('responds to other methods with 405', async () => {
    const response = await fetch(await download('x'), { method: 'DELETE' });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });

  test('follows no symbolic link, whether file or directory', async () => {
    await write('real/file');
    const objects = join(opened.directory, 'objects');
    await symlink(join(objects, 'real.d', 'file.object'), join(objects, 'link.object'));
    await symlink(join(objects, 'real.d'), join(objects, 'linked.d'));

    expect(await opened.storage.find('link')).toBeUndefined();
    expect(await opened.storage.find('linked/file')).toBeUndefined();
    await opened.storage.delete('linked/file');
    await opened.storage.deletePrefix('linked/');
    await symlink(join(objects, 'real.d'), join(objects, 'linked.d'));
    await expect(write('linked/new')).rejects.toThrow('symbolic link');
    expect(await opened.storage.find('real/file')).toBeDefined();
  });

  test('keeps the content of an open reader when the object is replaced', async () => {
    await write('replaced');
    const stream = await opened.storage.read('replaced');
    await opened.storage.write('replaced', Buffer.from('new'), { contentType: 'text/plain' });

    expect(Buffer.concat(await stream.toArray()).toString()).toBe('0123456789');
  });

  test('removes at startup what a killed process left a day ago', async () => {
    const directory = join(opened.directory, 'restarted');
    const uploads = join(directory, 'uploads');
    await mkdir(uploads, { recursive: true });
    await writeFile(join(uploads, 'old'), '');
    await writeFile(join(uploads, 'new'), '');
    await utimes(join(uploads, 'old'), 0, 0);

    await createLocalStorage({ directory, publicUrl: 'http://localhost/files', signingKey });

    expect(await readdir(uploads)).toEqual(['new']);
  });

  test('is unavailable when its directory is gone', async () => {
    const directory = join(opened.directory, 'lost');
    const options = { directory, publicUrl: 'http://localhost/files', signingKey };
    await using storage = await createLocalStorage(options);
    await rm(directory, { recursive: true });

    await expect(storage.checkHealth()).rejects.toMatchObject({
      code: 'object-storage-unavailable',
    });
    await expect(storage.write('x', Buffer.from('x'), { contentType: 'a/b' })).rejects.toThrow(
      'The object storage could not write "x": ENOENT',
    );
  });

  test('says when to try again while its directory is gone', async () => {
    await using lost = await openLocalStorage();
    const wanted = { key: 'up', contentType: 'text/plain', size: 1, expiresInSeconds: 60 };
    const { url, headers } = await lost.storage.presignUpload(wanted);
    await rm(lost.directory, { recursive: true });

    const response = await fetch(url, { method: 'PUT', headers, body: 'x' });
    await mkdir(lost.directory);

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  });

  test('refuses a short signing key', async () => {
    const options = { directory: opened.directory, publicUrl: 'http://localhost/files' };

    await expect(createLocalStorage({ ...options, signingKey: Buffer.alloc(31) })).rejects.toThrow(
      'has 31 bytes; at least 32 are needed',
    );
  });
});

async function openLocalStorage(): Promise<LocalStorageUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-storage-'));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const publicUrl = `http://127.0.0.1:${port}/files`;
  const openAt = (now: () => Date) => createLocalStorage({ directory, publicUrl, signingKey, now });
  const storage = await openAt(() => new Date());
  app.use(
    '/files',
    createLocalStorageRouter(storage, { linkTo: (code) => `</errors#${code}>; rel="help"` }),
  );
  return {
    storage,
    directory,
    openAt,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

async function* zeros(chunks: number): AsyncGenerator<Buffer> {
  for (let count = 0; count < chunks; count += 1) yield Buffer.alloc(65_536);
}
