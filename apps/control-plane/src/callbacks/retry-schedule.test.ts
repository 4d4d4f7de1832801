import { expect, test } from '@jest/globals';
import { findNextTry } from './retry-schedule.ts';

const start = new Date('2026-03-02T09:15:00.000Z');
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);

test('doubles the delay up to a minute and reduces it by up to half at random', () => {
  const delays = [1, 2, 3, 7, 20].map((attempts) =>
    findNextTry({ firstAttemptAt: start, attempts, now: start, chance: 0 }),
  );
  expect(delays).toEqual([1, 2, 4, 60, 60].map(after));
  expect(findNextTry({ firstAttemptAt: start, attempts: 7, now: start, chance: 1 })).toEqual(
    after(30),
  );
});

test('waits as long as the receiver asks, if that is longer and within five minutes', () => {
  const tried = { firstAttemptAt: start, attempts: 3, now: start, chance: 0 };
  const next = (seconds: number) => findNextTry({ ...tried, notBefore: after(seconds) });
  expect([2, 90, 300].map(next)).toEqual([4, 90, 300].map(after));
  expect(next(301)).toBeUndefined();
});

test('gives up after five minutes, and keeps trying until then', () => {
  let now: Date | undefined = start;
  let last = start;
  let attempts = 0;
  while (now) {
    last = now;
    attempts += 1;
    now = findNextTry({ firstAttemptAt: start, attempts, now, chance: 0.5 });
  }
  expect(last.getTime()).toBeGreaterThan(after(200).getTime());
  expect(last.getTime()).toBeLessThanOrEqual(after(300).getTime());
});
