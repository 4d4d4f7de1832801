import { expect, test } from '@jest/globals';
import { queryOf, readTaskFilters } from './task-filters.ts';

test('reads the filters from the URL and drops unknown parameters', () => {
  const search = { status: 'open', q: 2041, endpoint_name: '', sort: 'size', other: 'x' };
  expect(readTaskFilters(search)).toEqual({ status: 'open', q: '2041' });
  expect(readTaskFilters({ status: 'lost', sort: 'duration' })).toEqual({ sort: 'duration' });
});

test('a status filter includes all states that a user means by it', () => {
  expect(queryOf({ status: 'open', q: 'R-2041' })).toEqual({
    q: 'R-2041',
    status: ['queued', 'allocated', 'running'],
  });
  expect(queryOf({ error_class: 'timeout' })).toEqual({ error_class: 'timeout' });
});
