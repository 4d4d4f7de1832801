import { expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { readReplayArchive } from './replay-archive.ts';

const MIB = 1024 ** 2;
const LINE = JSON.stringify({
  snapshot: {
    request: { method: 'GET', url: 'https://portal.example/orders#top' },
    response: { status: 200, headers: [], content: { _file: 'resources/body' } },
  },
});

test('reads the responses of a trace', async () => {
  const zip = zipSync({
    'trace.network': strToU8(`${LINE}\n`),
    'resources/body': strToU8('orders'),
  });
  expect(await readReplayArchive(zip)).toEqual([
    expect.objectContaining({
      url: 'https://portal.example/orders',
      body: new Uint8Array(strToU8('orders')),
    }),
  ]);
});

test('refuses a file that would fill the memory of the worker', async () => {
  const bomb = declareSize(zipSync({ 'trace.network': new Uint8Array(MIB) }), 64 * MIB + 1);
  await expect(readReplayArchive(bomb)).rejects.toThrow('more than 64 MiB');
  const names = Array.from({ length: 4_001 }, (_, index) => [`resources/${index}`, strToU8('x')]);
  await expect(readReplayArchive(zipSync(Object.fromEntries(names)))).rejects.toThrow('4000 files');
});

test('does not unpack more of an entry than it declares', async () => {
  const bomb = declareSize(zipSync({ 'resources/a': new Uint8Array(4 * MIB) }), 1);
  const before = process.memoryUsage().arrayBuffers;
  expect(await readReplayArchive(bomb)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
});

/** Changes what the directory at the end of a ZIP file says about its first entry. */
function declareSize(zip: Uint8Array, size: number): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const entry = view.getUint32(zip.byteLength - 6, true);
  view.setUint32(entry + 24, size, true);
  return zip;
}
