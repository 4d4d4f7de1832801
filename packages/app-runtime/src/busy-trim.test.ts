import { expect, test } from '@jest/globals';
import { createBusyTrim } from './busy-trim.ts';

function start() {
  let time = 0;
  const [trims, frees]: [number[], number[]] = [[], []];
  const note = createBusyTrim({
    trim: () => trims.push(time),
    free: () => frees.push(time),
    now: () => time,
  });
  const noteAt = (at: number): void => {
    time = at;
    note();
  };
  return { noteAt, trims, frees };
}

test('trims at most once in ten seconds of work', () => {
  const { noteAt, trims, frees } = start();
  for (let at = 0; at < 60_000; at += 4_000) noteAt(at);
  expect([trims, frees]).toEqual([[12_000, 24_000, 36_000, 48_000], []]);
});

test('also collects garbage at most once in five minutes of work', () => {
  const { noteAt, trims, frees } = start();
  for (let at = 0; at <= 900_000; at += 60_000) noteAt(at);
  expect(frees).toEqual([300_000, 600_000, 900_000]);
  expect(trims).toHaveLength(12);
});

test('does so when there is work again after a pause, once', () => {
  const { noteAt, trims, frees } = start();
  noteAt(3_600_000);
  noteAt(3_600_000);
  expect([trims, frees]).toEqual([[], [3_600_000]]);
});
