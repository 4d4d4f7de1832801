import { expect, test } from '@jest/globals';
import { measureStarvation } from './measure-starvation.ts';

test('counts the time by which a wait ended late', () => {
  const starvation = measureStarvation(() => 0);
  expect(starvation.of({ passedMs: 250, plannedMs: 250 })).toBe(0);
  expect(starvation.of({ passedMs: 3250, plannedMs: 250 })).toBe(3000);
});

test('counts the time that tasks waited for a CPU, but never all of it', () => {
  let stalledMs = 70;
  const starvation = measureStarvation(() => stalledMs);
  stalledMs += 100;
  expect(starvation.of({ passedMs: 300, plannedMs: 300 })).toBe(100);
  expect(starvation.of({ passedMs: 300, plannedMs: 300 })).toBe(0);
  stalledMs += 300;
  expect(starvation.of({ passedMs: 300, plannedMs: 300 })).toBeCloseTo(200);
});

test('reads a stall time that only grows, or none at all', () => {
  const starvation = measureStarvation();
  const starved = starvation.of({ passedMs: 100, plannedMs: 100 });
  expect(starved).toBeGreaterThanOrEqual(0);
  expect(starved).toBeLessThan(100);
});
