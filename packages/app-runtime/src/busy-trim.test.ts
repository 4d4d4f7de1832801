import { expect, test } from '@jest/globals';
import { createBusyTrim } from './busy-trim.ts';

test('trims at most once in ten seconds of work', () => {
  let time = 0;
  const trims: number[] = [];
  const note = createBusyTrim({ trim: () => trims.push(time), now: () => time });
  for (; time < 60_000; time += 4_000) note();
  expect(trims).toEqual([12_000, 24_000, 36_000, 48_000]);
});

test('trims when there is work again after a pause', () => {
  let time = 0;
  let trims = 0;
  const note = createBusyTrim({ trim: () => (trims += 1), now: () => time });
  time = 3_600_000;
  note();
  note();
  expect(trims).toBe(1);
});
