import { createHash, randomBytes } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { InvalidObjectKeyError, InvalidObjectOptionError, ObjectNotFoundError } from './index.ts';
import type { ListedObject, ObjectStorage } from './index.ts';
import { testSignedUrls } from './signed-url-suite.ts';
import { streamUpload } from './stream-upload.ts';
import type { GetStorage, StorageUnderTest } from './storage-under-test.ts';

const UNICODE_NAME = 'Größe “A” – 日本語 🧾; 100%.pdf';
const BIG_BYTES = 12 * 1024 * 1024;
const minute = { expiresInSeconds: 60 };

/** Registers the tests that every object storage has to pass. */
export function testObjectStorage(open: () => Promise<StorageUnderTest>): void {
  let opened: StorageUnderTest | undefined;
  const current = (): StorageUnderTest => {
    if (!opened) throw new Error('The store did not open.');
    return opened;
  };
  const storage = (): ObjectStorage => current().storage;
  beforeAll(async () => {
    opened = await open();
  }, 300_000);
  afterAll(async () => opened?.[Symbol.asyncDispose]());

  testObjects(storage);
  testMoves(storage);
  testAbsence(storage);
  testDeletePrefix(storage);
  testList(storage);
  testBigObjects(storage);
  testSignedUrls(current);
  testBadRequests(storage);
}

function testObjects(storage: GetStorage): void {
  test('returns what was written, with type, size and time', async () => {
    const before = Date.now();
    await storage().write('tasks/1/a.txt', Buffer.from('héllo'), { contentType: 'text/plain' });

    const found = await storage().find('tasks/1/a.txt');

    expect(found).toMatchObject({ size: 6, contentType: 'text/plain' });
    expect(found?.etag).toMatch(/^[\w-]+$/);
    expect(Math.abs((found?.lastModified.getTime() ?? 0) - before)).toBeLessThan(5_000);
    expect(await text(await storage().read('tasks/1/a.txt'))).toBe('héllo');
  });

  test('accepts keys in any script, including characters that have a meaning in URLs', async () => {
    for (const key of [`tasks/ü/${UNICODE_NAME}`, 'tasks/a+b &c=d?e#f%20g', "tasks/(it's)*!~"]) {
      await storage().write(key, Buffer.from(key), { contentType: 'text/plain' });

      const url = await storage().presignDownload({ key, filename: 'f', ...minute });

      expect(await text(await storage().read(key))).toBe(key);
      expect(await (await fetch(url)).text()).toBe(key);
    }
  });

  test('replaces an object and changes its ETag', async () => {
    await storage().write('tasks/1/b', Buffer.from('first, longer'), { contentType: 'text/plain' });
    const first = await storage().find('tasks/1/b');
    await storage().write('tasks/1/b', Buffer.from('second'), { contentType: 'text/csv' });
    const second = await storage().find('tasks/1/b');

    expect(second).toMatchObject({ size: 6, contentType: 'text/csv' });
    expect(second?.etag).not.toBe(first?.etag);
    expect(await text(await storage().read('tasks/1/b'))).toBe('second');
  });

  test('accepts an object without content', async () => {
    await storage().write('tasks/1/empty', Buffer.alloc(0), { contentType: 'text/plain' });

    expect(await storage().find('tasks/1/empty')).toMatchObject({ size: 0 });
    expect(await text(await storage().read('tasks/1/empty'))).toBe('');
  });

  test('accepts a key that is a prefix of another one', async () => {
    await storage().write('tasks/2', Buffer.from('above'), { contentType: 'text/plain' });
    await storage().write('tasks/2/x', Buffer.from('below'), { contentType: 'text/plain' });

    expect(await text(await storage().read('tasks/2'))).toBe('above');
    expect(await text(await storage().read('tasks/2/x'))).toBe('below');
  });

  test('is healthy', async () => {
    await expect(storage().checkHealth()).resolves.toBeUndefined();
  });
}

function testMoves(storage: GetStorage): void {
  test('moves an object with its type, replacing an existing one', async () => {
    await storage().write('moves/from', Buffer.from('new'), { contentType: 'text/csv' });
    await storage().write('moves/to', Buffer.from('older'), { contentType: 'text/plain' });
    await storage().move('moves/from', 'moves/to');

    expect(await storage().find('moves/from')).toBeUndefined();
    expect(await storage().find('moves/to')).toMatchObject({ size: 3, contentType: 'text/csv' });
    expect(await text(await storage().read('moves/to'))).toBe('new');
    await expect(storage().move('moves/from', 'moves/to')).rejects.toThrow(ObjectNotFoundError);
  });

  test('has a moving object at one of its keys at any time', async () => {
    const store = storage();
    const lost: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const [from, to] = [`moving/from-${round}`, `moving/to-${round}`] as const;
      await store.write(from, Buffer.from('content'), { contentType: 'text/csv' });
      const progress = { isOver: false };
      const move = store.move(from, to).finally(() => {
        progress.isOver = true;
      });
      while (!progress.isOver) {
        // The object may move between the two, but not back.
        if (!(await store.find(from)) && !(await store.find(to))) lost.push(round);
      }
      await move;
    }
    expect(lost).toEqual([]);
  });
}

function testAbsence(storage: GetStorage): void {
  test('reports a missing object', async () => {
    expect(await storage().find('tasks/none')).toBeUndefined();
    await expect(storage().read('tasks/none')).rejects.toThrow(ObjectNotFoundError);
    await expect(storage().read('tasks/none')).rejects.toMatchObject({ code: 'object-not-found' });
    const url = await storage().presignDownload({ key: 'tasks/none', filename: 'f', ...minute });
    expect((await fetch(url)).status).toBe(404);
  });

  test('deletes an object, even a second time', async () => {
    await storage().write('tasks/1/gone', Buffer.from('x'), { contentType: 'text/plain' });
    await storage().delete('tasks/1/gone');
    await storage().delete('tasks/1/gone');

    expect(await storage().find('tasks/1/gone')).toBeUndefined();
  });
}

function testDeletePrefix(storage: GetStorage): void {
  test('deletes what is below a prefix and nothing else', async () => {
    const kept = ['many/1', 'many/10/a', 'many/2'];
    for (const key of [...kept, 'many/1/a', 'many/1/b/ü &<c>', 'many/1/b/d']) {
      await storage().write(key, Buffer.from('x'), { contentType: 'text/plain' });
    }
    await storage().deletePrefix('many/1/');
    await storage().deletePrefix('many/1/');

    for (const key of kept) expect(await storage().find(key)).toBeDefined();
    for (const key of ['many/1/a', 'many/1/b/ü &<c>', 'many/1/b/d']) {
      expect(await storage().find(key)).toBeUndefined();
    }
  });
}

function testList(storage: GetStorage): void {
  const list = async (prefix: string, signal?: AbortSignal) => {
    const listed: ListedObject[] = [];
    for await (const object of storage().list(prefix, { signal })) listed.push(object);
    return listed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  };

  test('lists what is below a prefix, with size and time', async () => {
    const keys = ['list/1/a', 'list/1/b/d', 'list/1/b/ü &<c>', 'list/1/c.d/e.object'];
    for (const key of [...keys, 'list/1', 'list/10/a']) {
      await storage().write(key, Buffer.from('four'), { contentType: 'text/plain' });
    }
    const listed = await list('list/1/');
    expect(listed.map(({ key }) => key)).toEqual(keys);
    const found = await storage().find('list/1/a');
    expect(listed[0]).toEqual({
      key: 'list/1/a',
      size: 4,
      lastModified: expect.any(Date),
    });
    // A listing has milliseconds, but the headers of an object have only seconds.
    const differenceMs = Number(listed[0]?.lastModified) - Number(found?.lastModified);
    expect(Math.abs(differenceMs)).toBeLessThan(1_000);
    expect(await list('list/none/')).toEqual([]);
    await expect(list('list')).rejects.toThrow(InvalidObjectKeyError);
    await expect(list('list/1/', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
}

function testBigObjects(storage: GetStorage): void {
  const big = randomBytes(BIG_BYTES);

  test('streams a big object in and out', async () => {
    await storage().write('big/written', slices(big), { contentType: 'application/octet-stream' });

    expect(await storage().find('big/written')).toMatchObject({ size: BIG_BYTES });
    expect(hash(await buffer(await storage().read('big/written')))).toBe(hash(big));
  });

  test('streams a big upload and download through signed URLs', async () => {
    const contentType = 'application/zip';
    const upload = { key: 'big/uploaded', contentType, size: BIG_BYTES, ...minute };
    const { url, headers } = await storage().presignUpload(upload);

    const uploaded = await streamUpload(url, { headers, body: slices(big) });
    const downloaded = await fetch(
      await storage().presignDownload({ key: 'big/uploaded', filename: 'all.zip', ...minute }),
    );

    expect(uploaded.status).toBe(200);
    expect(hash(Buffer.from(await downloaded.arrayBuffer()))).toBe(hash(big));
  });

  test.each([1, BIG_BYTES])(
    'leaves nothing behind from a write that ends after %i bytes',
    async (length) => {
      const failing = async function* failing(): AsyncGenerator<Buffer> {
        yield* slices(big.subarray(0, length));
        throw new Error('the source broke');
      };
      const written = storage().write('big/broken', failing(), { contentType: 'text/plain' });

      await expect(written).rejects.toThrow('the source broke');
      expect(await storage().find('big/broken')).toBeUndefined();
    },
  );

  test('when the signal fires, ends a write whose source stalls', async () => {
    const controller = new AbortController();
    const stalling = async function* stalling(): AsyncGenerator<Buffer> {
      yield Buffer.from('beginning');
      controller.abort(new Error('enough'));
      await new Promise(() => undefined);
    };
    const options = { contentType: 'text/plain', signal: controller.signal };

    await expect(storage().write('big/stalled', stalling(), options)).rejects.toThrow('enough');
    expect(await storage().find('big/stalled')).toBeUndefined();
  });
}

function testBadRequests(storage: GetStorage): void {
  test('refuses invalid keys in every method', async () => {
    const key = 'tasks/../1';
    const contentType = 'text/plain';

    for (const refused of [
      storage().find(key),
      storage().read(key),
      storage().write(key, Buffer.from('x'), { contentType }),
      storage().delete(key),
      storage().deletePrefix('tasks'),
      storage().presignUpload({ key, contentType, size: 1, ...minute }),
      storage().presignDownload({ key, filename: 'f', ...minute }),
    ]) {
      await expect(refused).rejects.toThrow(InvalidObjectKeyError);
    }
  });

  test.each([
    [{ contentType: 'text' }],
    [{ contentType: 'text/plain\r\nx: y' }],
    [{ size: -1 }],
    [{ size: 0.5 }],
    [{ size: 6 * 1024 ** 3 }],
    [{ expiresInSeconds: 0 }],
    [{ expiresInSeconds: 604_801 }],
  ])('refuses to sign an upload with %j', async (wrong) => {
    const upload = { key: 'tasks/7', contentType: 'text/plain', size: 1, ...minute, ...wrong };

    await expect(storage().presignUpload(upload)).rejects.toThrow(InvalidObjectOptionError);
  });
}

async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_536) {
    yield bytes.subarray(start, start + 65_536);
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
