import { expect, test } from '@jest/globals';
import { queryOf, readSince, readTaskFilters } from './task-filters.ts';

test('reads the filters from the URL and drops unknown parameters', () => {
  const search = { status: 'open', q: 2041, endpoint_name: '', sort: 'size', other: 'x' };
  expect(readTaskFilters(search)).toEqual({ status: 'open', q: '2041' });
  expect(readTaskFilters({ status: 'lost', sort: 'duration' })).toEqual({ sort: 'duration' });
  expect(readTaskFilters({ status: 'toString', q: [1] })).toEqual({});
});

const read = (status: unknown) => readTaskFilters({ status }).status;

test('reads every status, and the statuses of the API that a filter stands for', () => {
  expect(['allocated', 'queued,running,allocated', ['allocated', 'running']].map(read)).toEqual([
    'allocated',
    'open',
    'running',
  ]);
  expect(['queued,failed', ['queued', 'queued'], {}, ''].map(read)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test('a status filter includes all states that a user means by it', () => {
  expect(queryOf({ status: 'open', q: 'R-2041' })).toEqual({
    q: 'R-2041',
    status: ['queued', 'allocated', 'running'],
  });
  expect(queryOf({ error_class: 'timeout' })).toEqual({ error_class: 'timeout' });
});

test('passes every time, the order and the wait for a person to the API', () => {
  const times = {
    created_after: '2026-03-02T09:15:30.250Z',
    created_before: '2026-03-03T00:00:00Z',
    completed_after: '2026-03-02T10:00:00Z',
    completed_before: '2026-03-04T00:00:00Z',
  };
  const filters = readTaskFilters({ ...times, waiting_for_human: 'true', order: 'asc' });
  expect(queryOf(filters)).toEqual({ ...times, waiting_for_human: true, order: 'asc' });
  expect(readTaskFilters({ waiting_for_human: false, order: 'up' })).toEqual({
    waiting_for_human: false,
  });
  expect(readTaskFilters({ waiting_for_human: 'perhaps' })).toEqual({});
});

test('a span of time begins before now, and a time from the URL stays as it is', () => {
  const now = Date.parse('2026-03-02T09:15:30.250Z');
  expect(readSince('1h', now)).toBe('2026-03-02T08:15:30.250Z');
  expect(readSince('7d', now)).toBe('2026-02-23T09:15:30.250Z');
  expect(readSince('2026-03-01T00:00:00Z', now)).toBe('2026-03-01T00:00:00Z');
  expect(readSince(undefined)).toBeUndefined();
});
