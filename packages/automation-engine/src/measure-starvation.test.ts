import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createDeadline } from './deadline.ts';
import { measureStarvation, settlesUnstarved } from './measure-starvation.ts';

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

test('has patience with what settles late only because this process had no CPU', async () => {
  const { signal } = new AbortController();
  const settled = settlesUnstarved(delay(1_100), 400, createDeadline(10_000, signal));
  const blockedUntil = performance.now() + 1_000;
  while (performance.now() < blockedUntil);
  await expect(settled).resolves.toBe(true);
});

test('ends its patience in time, and at the deadline', async () => {
  const { signal } = new AbortController();
  const never = new Promise(() => undefined);
  const late = createDeadline(60_000, signal);
  await expect(settlesUnstarved(never, 300, late)).resolves.toBe(false);
  expect(late.elapsedMs()).toBeGreaterThan(290);
  expect(late.elapsedMs()).toBeLessThan(10_000);
  const soon = createDeadline(300, signal);
  await expect(settlesUnstarved(never, 60_000, soon)).resolves.toBe(false);
  expect(soon.elapsedMs()).toBeLessThan(10_000);
});

test('ends when it is aborted', async () => {
  const aborted = AbortSignal.abort(new Error('The run ended.'));
  const waiting = settlesUnstarved(delay(50), 300, createDeadline(300, aborted));
  await expect(waiting).rejects.toThrow('The run ended.');
});
