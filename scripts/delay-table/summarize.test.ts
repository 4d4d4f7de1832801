import { expect, test } from '@jest/globals';
import { printTotals } from './print-table.ts';
import type { DelayResult } from './run-delays.ts';
import { summarize } from './summarize.ts';

const fresh = (waitMs: number): DelayResult => ({
  delayMs: 100,
  outcome: 'new',
  waitMs,
  readMs: waitMs + 20,
});
const ticking = (overheadMs: number) => ({ periodMs: 100, overheadMs });
const summarizeThese = (results: readonly DelayResult[], overheads: readonly number[] = []) =>
  summarize([{ name: 'timeout', results }], [{ name: 'clock', results: overheads.map(ticking) }]);

test('summarizes the figures of all fresh reads', () => {
  const { wait, read, overhead, missed } = summarizeThese(
    [fresh(110), fresh(130), fresh(900)],
    [-5, 30],
  );
  expect(wait).toEqual({ count: 3, median: 130, p95: 900, most: 900 });
  expect(read).toEqual({ count: 3, median: 150, p95: 920, most: 920 });
  expect(overhead).toEqual({ count: 2, median: -5, p95: 30, most: 30 });
  expect(missed).toEqual([]);
});

test.each([
  ['1 stale reads', [fresh(110), { delayMs: 100, outcome: 'stale' }], []],
  ['1 failed tasks', [fresh(110), { delayMs: 100, outcome: 'failed' }], []],
  ['1 cases that prove nothing', [fresh(110), { delayMs: 100, outcome: 'unproven' }], []],
  ['a median wait of 151 ms; the goal is 150', [fresh(151)], []],
  ['a median overhead of 101 ms; the goal is 100', [fresh(110)], [101]],
  ['an overhead of 1001 ms; the goal is 1000 at most', [fresh(110)], [5, 9, 1_001]],
] as const)('misses a goal: %s', (sentence, results, overheads) => {
  const summary = summarizeThese(results, overheads);
  expect(summary.missed).toEqual([sentence]);
  const lines: string[] = [];
  printTotals(summary, (line) => void lines.push(line));
  expect(lines.at(-1)).toBe(`Missed: ${sentence}.`);
});

test('counts a comparison that failed', () => {
  const failed = [{ name: 'clock', results: [{ periodMs: 100, reason: 'It failed.' }] }];
  expect(summarize([], failed)).toMatchObject({
    failedPairs: 1,
    missed: ['1 failed comparisons'],
  });
});
