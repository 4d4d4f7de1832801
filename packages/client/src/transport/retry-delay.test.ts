import { expect, test } from '@jest/globals';
import { delayBeforeRetry, readRetryAfter } from './retry-delay.ts';

test('doubles up to a limit, half of it random', () => {
  for (const [tries, bound] of [
    [0, 250],
    [3, 2_000],
    [40, 10_000],
  ] as const) {
    const delays = Array.from({ length: 200 }, () => delayBeforeRetry(tries, undefined) ?? 0);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(bound / 2);
    expect(Math.max(...delays)).toBeLessThanOrEqual(bound);
    expect(new Set(delays).size).toBeGreaterThan(100);
  }
});

test('waits at least as long as the server asks, but not for minutes', () => {
  expect(delayBeforeRetry(0, 7_000)).toBeGreaterThanOrEqual(7_000);
  expect(delayBeforeRetry(0, 7_000)).toBeLessThanOrEqual(7_250);
  expect(delayBeforeRetry(0, 61_000)).toBeUndefined();
});

test.each([
  ['2', 2_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['99999999999999999999', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After %j as %j', (header, expected) => {
  expect(readRetryAfter(header)).toBe(expected);
});

test('reads a date in Retry-After', () => {
  const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
  const read = readRetryAfter(inTenSeconds) ?? 0;
  expect(read).toBeGreaterThan(5_000);
  expect(read).toBeLessThanOrEqual(10_000);
});
