import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTraceStore } from './trace-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'trace-store-'));
afterAll(() => rmSync(directory, { recursive: true }));

const mebibyte = new Uint8Array(1024 ** 2).fill(120);

test('writes nothing until it holds a mebibyte, and reads parts from disk and memory', async () => {
  const store = openTraceStore(directory);
  store.append('events', 'first\n');
  expect((await store.read('events')).toString()).toBe('first\n');
  expect(readdirSync(directory)).toEqual([]);

  store.append('resources/one', mebibyte);
  store.append('events', 'second\n');
  expect((await store.read('events')).toString()).toBe('first\nsecond\n');
  expect((await store.read('resources/one')).equals(mebibyte)).toBe(true);
  expect(await store.read('unknown')).toHaveLength(0);
  expect(readdirSync(directory).toSorted()).toEqual(['events', 'resources']);
});

test('reports a failed write to the reader', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const store = openTraceStore(file);
  store.append('events', mebibyte);
  await expect(store.read('events')).rejects.toMatchObject({ syscall: 'mkdir' });
  await store.close();
});
