import { expect, test } from '@jest/globals';
import { countWanted, decide, type FleetWorker } from './fleet-rule.ts';

const worker = (id: string, more: Partial<FleetWorker> = {}): FleetWorker => ({
  id,
  state: 'active',
  busy: 0,
  warmSessions: 0,
  ...more,
});
const nothing = { start: 0, drain: [], resume: [], stop: [] };

test.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
  [100, 6],
])('%i slots are %i workers of 4 slots, at most 6', (slotsWanted, workers) => {
  expect(countWanted(slotsWanted, { slots: 4, min: 0, max: 6 })).toBe(workers);
});

test('grows at once to the newest reading, counting starting workers', () => {
  const workers = [worker('a'), worker('b', { state: 'starting' })];
  expect(decide({ wanted: [0, 4], workers, max: 9 })).toEqual({ ...nothing, start: 2 });
  expect(decide({ wanted: [0, 4], workers, max: 3 })).toEqual({ ...nothing, start: 1 });
});

test('counts stopping workers toward the maximum, because they still use the machine', () => {
  const workers = [worker('a', { state: 'stopping' }), worker('b', { state: 'stopping' })];
  expect(decide({ wanted: [3], workers, max: 3 })).toEqual({ ...nothing, start: 1 });
});

test('shrinks to the maximum of all readings, idle workers without warm sessions first', () => {
  const workers = [
    worker('busy', { busy: 1 }),
    worker('warm', { warmSessions: 1 }),
    worker('idle'),
    worker('new', { state: 'starting' }),
  ];
  expect(decide({ wanted: [4, 1, 0], workers, max: 9 })).toEqual(nothing);
  expect(decide({ wanted: [3, 1, 0], workers, max: 9 })).toEqual({ ...nothing, drain: ['idle'] });
  expect(decide({ wanted: [0, 0], workers, max: 9 })).toEqual({
    ...nothing,
    drain: ['idle', 'warm'],
  });
});

test('stops drained workers, and waits for draining ones', () => {
  const workers = [worker('a', { state: 'drained' }), worker('b', { state: 'draining' })];
  expect(decide({ wanted: [0], workers, max: 9 })).toEqual({ ...nothing, stop: ['a'] });
});

test('resumes draining workers before starting others, and resumes one that has just got a task', () => {
  const drained = [worker('a', { state: 'drained' }), worker('b', { state: 'draining' })];
  expect(decide({ wanted: [3], workers: drained, max: 9 })).toEqual({
    ...nothing,
    resume: ['a', 'b'],
    start: 1,
  });
  const raced = [worker('a', { state: 'draining', busy: 1 }), worker('b', { state: 'drained' })];
  expect(decide({ wanted: [1], workers: raced, max: 9 })).toEqual({
    ...nothing,
    resume: ['a'],
    stop: ['b'],
  });
});
