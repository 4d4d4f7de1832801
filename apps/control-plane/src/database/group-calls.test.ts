import { expect, test } from '@jest/globals';
import { groupCalls } from './group-calls.ts';

/** Serves each group when the test lets it, and doubles numbers; refuses groups with 13. */
function createServer() {
  const served: (readonly [key: string, given: readonly number[]])[] = [];
  const turns: (() => void)[] = [];
  const call = groupCalls<number, number>(async (key, given) => {
    served.push([key, given]);
    await new Promise<void>((resolve) => turns.push(resolve));
    if (given.includes(13)) throw new Error('13 is refused');
    return given.map((number) => number * 2);
  });
  const serveNext = async (): Promise<void> => {
    turns.shift()?.();
    await new Promise(setImmediate);
  };
  return { served, call, serveNext };
}

test('calls made while a group is served form the next group of their key', async () => {
  const { served, call, serveNext } = createServer();
  const results = Promise.all([call('a', 1), call('a', 2), call('b', 3), call('a', 4)]);
  expect(served).toEqual([
    ['a', [1]],
    ['b', [3]],
  ]);
  await serveNext();
  expect(served.at(-1)).toEqual(['a', [2, 4]]);
  await serveNext();
  await serveNext();
  expect(await results).toEqual([2, 4, 6, 8]);

  const later = call('a', 5);
  expect(served.at(-1)).toEqual(['a', [5]]);
  await serveNext();
  expect(await later).toBe(10);
});

test('an error rejects the calls of its group only', async () => {
  const { call, serveNext } = createServer();
  const results = Promise.allSettled([call('a', 1), call('a', 13), call('a', 2)]);
  await serveNext();
  const last = call('a', 3);
  await serveNext();
  await serveNext();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(await last).toBe(6);
});

test('a group has at most 100 calls', async () => {
  const { served, call, serveNext } = createServer();
  const results = Promise.all(Array.from({ length: 202 }, (_, number) => call('a', 100 + number)));
  for (let count = 0; count < 4; count += 1) await serveNext();
  expect(served.map(([, given]) => given.length)).toEqual([1, 100, 100, 1]);
  expect((await results).at(-1)).toBe(602);
});
