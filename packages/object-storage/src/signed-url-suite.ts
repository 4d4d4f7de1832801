import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { parse } from 'content-disposition';
import type { GetStorage, StorageUnderTest } from './storage-under-test.ts';

const UNICODE_NAME = 'Größe “A” – 日本語 🧾; 100%.pdf';
const minute = { expiresInSeconds: 60 };

/** Registers the tests for the URLs that clients and workers receive. */
export function testSignedUrls(current: () => StorageUnderTest): void {
  const storage: GetStorage = () => current().storage;
  testUploads(storage);
  testDownloads(storage);
  testRanges(storage);
  testSignatures(storage);
  testExpiry(current);
}

function testUploads(storage: GetStorage): void {
  const request = { contentType: 'application/pdf', size: 4, ...minute };

  test('accepts an upload through a signed URL', async () => {
    const key = `tasks/3/${UNICODE_NAME}`;
    const { url, headers } = await storage().presignUpload({ key, ...request });

    const response = await fetch(url, { method: 'PUT', headers, body: '%PDF' });

    expect(response.status).toBe(200);
    expect(await storage().find(key)).toMatchObject({ size: 4, contentType: 'application/pdf' });
  });

  test.each([
    ['more', '%PDF-1.7'],
    ['less', '%PD'],
  ])('refuses an upload of %s than was signed', async (amount, body) => {
    const key = `tasks/3/${amount}`;
    const { url } = await storage().presignUpload({ key, ...request });
    const headers = { 'content-type': request.contentType };

    const response = await fetch(url, { method: 'PUT', headers, body });

    expect([400, 403, 413]).toContain(response.status);
    expect(await storage().find(key)).toBeUndefined();
  });

  test('refuses an upload of a type other than the signed one', async () => {
    const { url } = await storage().presignUpload({ key: 'tasks/3/type', ...request });
    const headers = { 'content-type': 'text/html' };

    const response = await fetch(url, { method: 'PUT', headers, body: '%PDF' });

    expect([400, 403]).toContain(response.status);
    expect(await storage().find('tasks/3/type')).toBeUndefined();
  });
}

function testDownloads(storage: GetStorage): void {
  test.each(['plain.pdf', UNICODE_NAME, 'a "b" \\ c.txt', 'x%41.txt'])(
    'serves an attachment named %s',
    async (filename) => {
      await storage().write('tasks/4/f', Buffer.from('x'), { contentType: 'text/plain' });

      const url = await storage().presignDownload({ key: 'tasks/4/f', filename, ...minute });
      const header = (await fetch(url)).headers.get('content-disposition') ?? '';

      expect(header).toMatch(/^[ -~]+$/);
      expect(parse(header)).toMatchObject({
        type: 'attachment',
        parameters: { filename: filename.replace('\\', '_') },
      });
    },
  );

  test('serves an object with its stored type, or with another one on request', async () => {
    const download = { key: 'tasks/4/t', filename: 'f', ...minute };
    await storage().write('tasks/4/t', Buffer.from('x'), { contentType: 'text/csv' });

    const own = await fetch(await storage().presignDownload(download));
    const other = await fetch(
      await storage().presignDownload({ ...download, contentType: 'application/json' }),
    );

    expect(own.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(other.headers.get('content-type')).toMatch(/^application\/json/);
  });
}

function testRanges(storage: GetStorage): void {
  test.each([
    ['bytes=2-4', { status: 206, contentRange: 'bytes 2-4/10', content: '234' }],
    ['bytes=7-', { status: 206, contentRange: 'bytes 7-9/10', content: '789' }],
    ['bytes=-2', { status: 206, contentRange: 'bytes 8-9/10', content: '89' }],
  ])('serves the range %s', async (range, expected) => {
    await storage().write('tasks/4/r', Buffer.from('0123456789'), { contentType: 'text/plain' });
    const url = await storage().presignDownload({ key: 'tasks/4/r', filename: 'f', ...minute });

    const response = await fetch(url, { headers: { range } });

    expect({
      status: response.status,
      contentRange: response.headers.get('content-range'),
      content: await response.text(),
    }).toEqual(expected);
  });

  test('refuses a range beyond the end', async () => {
    await storage().write('tasks/4/r', Buffer.from('0123456789'), { contentType: 'text/plain' });
    const url = await storage().presignDownload({ key: 'tasks/4/r', filename: 'f', ...minute });

    const response = await fetch(url, { headers: { range: 'bytes=20-' } });

    expect(response.status).toBe(416);
  });

  test('returns 304 for an unchanged ETag', async () => {
    await storage().write('tasks/4/e', Buffer.from('x'), { contentType: 'text/plain' });
    const url = await storage().presignDownload({ key: 'tasks/4/e', filename: 'f', ...minute });
    const etag = (await fetch(url)).headers.get('etag') ?? '';

    // Otherwise fetch itself requests a fresh copy.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(url, { headers })).status).toBe(304);
  });
}

function testSignatures(storage: GetStorage): void {
  const download = { key: 'tasks/5/a', filename: 'f.txt', ...minute };

  test.each<[string, (url: string) => string]>([
    ['with another signature', (url) => url.replace(/(signature=)(.)/i, flipSignature)],
    ['without its signature', (url) => url.replace(/&?[\w-]*signature=[^&]+/i, '')],
    ['for another key', (url) => url.replace('tasks/5/a', 'tasks/5/b')],
    ['with a later expiry', (url) => url.replace(/(expires=)(\d+)/i, '$19$2')],
    ['with another name', (url) => url.replace('f.txt', 'g.txt')],
    ['with one more parameter', (url) => `${url}&response-content-type=text%2Fhtml`],
  ])('refuses a URL %s', async (_change, change) => {
    for (const key of ['tasks/5/a', 'tasks/5/b']) {
      const content = Buffer.from('never shown');
      await storage().write(key, content, { contentType: 'text/plain' });
    }
    const url = await storage().presignDownload(download);
    const changed = change(url);

    const response = await fetch(changed);

    expect(changed).not.toBe(url);
    expect([400, 401, 403]).toContain(response.status);
    expect(await response.text()).not.toContain('never shown');
  });

  test('refuses a URL with another method', async () => {
    await storage().write('tasks/5/a', Buffer.from('kept'), { contentType: 'text/plain' });
    const upload = { key: 'tasks/5/a', contentType: 'text/plain', size: 1, ...minute };
    const { url: putUrl } = await storage().presignUpload(upload);
    const getUrl = await storage().presignDownload(download);
    const headers = { 'content-type': 'text/plain' };

    expect((await fetch(putUrl)).status).toBe(403);
    expect((await fetch(getUrl, { method: 'PUT', headers, body: 'x' })).status).toBe(403);
    const deleted = await fetch(getUrl, { method: 'DELETE' });
    expect([403, 405]).toContain(deleted.status);
    expect(await text(await storage().read('tasks/5/a'))).toBe('kept');
  });
}

function testExpiry(current: () => StorageUnderTest): void {
  test('refuses an expired URL', async () => {
    const { storage, openAt } = current();
    await storage.write('tasks/6/a', Buffer.from('x'), { contentType: 'text/plain' });
    await using past = await openAt(() => new Date(Date.now() - 120_000));
    const upload = { key: 'tasks/6/b', contentType: 'text/plain', size: 1, ...minute };

    const late = await past.presignUpload(upload);
    const lateUrl = await past.presignDownload({ key: 'tasks/6/a', filename: 'f', ...minute });
    const inTimeUrl = await past.presignDownload({
      key: 'tasks/6/a',
      filename: 'f',
      expiresInSeconds: 180,
    });

    expect((await fetch(lateUrl)).status).toBe(403);
    expect((await fetch(inTimeUrl)).status).toBe(200);
    const uploaded = await fetch(late.url, { method: 'PUT', headers: late.headers, body: 'x' });
    expect(uploaded.status).toBe(403);
    expect(await storage.find('tasks/6/b')).toBeUndefined();
  });
}

function flipSignature(_match: string, name: string, first: string): string {
  return `${name}${first === '0' ? '1' : '0'}`;
}
