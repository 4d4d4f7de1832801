import { expect, test } from '@jest/globals';
import { openPatience } from './patience.ts';

/** Opens patience with its own clock. Returns whether it is over at a failure at that time. */
function openAt(patienceMs: number) {
  let now = 0;
  const patience = openPatience(patienceMs, () => now);
  const failAt = (time: number): boolean => {
    now = time;
    return patience.isOverAfterFailure();
  };
  return { ...patience, failAt };
}

test('is over after its time from the first failure', () => {
  const patience = openAt(10_000);
  expect([5_000, 14_000, 15_000].map(patience.failAt)).toEqual([false, false, true]);
  patience.restore();
  expect(patience.failAt(90_000)).toBe(false);
});

test('counts the sleep of a computer as one try', () => {
  const patience = openAt(300_000);
  expect([0, 28_800_000, 28_860_000].map(patience.failAt)).toEqual([false, false, false]);
});
