import { expect, test } from '@jest/globals';
import { createPauses } from './pauses.ts';

test('lengthens pauses up to a limit, and resets them after a good connection', () => {
  const pauses = createPauses(() => 0.5);
  const taken = Array.from({ length: 7 }, () => pauses.next('soon'));
  expect(taken).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  pauses.reset();
  expect(pauses.next('later')).toBe(3_000);
  expect(pauses.next('at-once')).toBe(0);
  expect(pauses.next('never')).toBe(Number.POSITIVE_INFINITY);
});

test('spreads reconnects randomly', () => {
  expect(createPauses(() => 0).next('soon')).toBe(250);
  expect(createPauses(() => 0.999).next('soon')).toBeCloseTo(749.5);
});
