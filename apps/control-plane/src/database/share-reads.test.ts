import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { shareReads } from './share-reads.ts';

/** Reads that end when the test says so and return their number. */
function openReads() {
  const begun: PromiseWithResolvers<number>[] = [];
  const find = shareReads((_account: string, _name: string) => {
    const read = Promise.withResolvers<number>();
    begun.push(read);
    return read.promise;
  });
  return { begun, find };
}

test('lets callers share the next read, never one that has begun', async () => {
  const { begun, find } = openReads();
  const first = find('one', 'order');
  const gathered = [find('one', 'order'), find('one', 'order')];
  const other = find('one', 'invoice');
  expect(begun).toHaveLength(2);
  begun[0]?.resolve(0);
  begun[1]?.resolve(1);
  expect(await Promise.all([first, other])).toEqual([0, 1]);
  expect(begun).toHaveLength(3);
  const late = find('one', 'order');
  begun[2]?.resolve(2);
  expect(await Promise.all(gathered)).toEqual([2, 2]);
  expect(begun).toHaveLength(4);
  begun[3]?.resolve(3);
  expect(await late).toBe(3);
});

test('gives an error only to the callers of the read that failed', async () => {
  const { begun, find } = openReads();
  const first = find('one', 'order');
  const second = find('one', 'order');
  begun[0]?.reject(new Error('The connection is gone.'));
  await expect(first).rejects.toThrow('The connection is gone.');
  begun[1]?.resolve(1);
  expect(await second).toBe(1);
});

test('begins the next read while one hangs', async () => {
  const { begun, find } = openReads();
  const hanging = find('one', 'order');
  const next = find('one', 'order');
  await pollUntil('the next read begins', () => begun.length === 2);
  begun[1]?.resolve(1);
  expect(await next).toBe(1);
  begun[0]?.resolve(0);
  expect(await hanging).toBe(0);
});
