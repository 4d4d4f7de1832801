import { expect, test } from '@jest/globals';
import { describeCancellations, describeRetries } from './bulk-outcome.ts';

const error = { status: 409, code: 'recording-deleted', message: 'Its recording was deleted.' };

test('names the tasks that were not retried, and why', () => {
  expect(
    describeRetries({
      retried_count: 1,
      already_retried_count: 2,
      refused_count: 1,
      results: [
        { retry_of: 'a', outcome: 'retried', task_id: 'b', error: null },
        { retry_of: 'c', outcome: 'refused', task_id: null, error },
      ],
    }),
  ).toEqual({
    done: '1 task submitted again. 2 tasks had been submitted again before.',
    left: '1 task not submitted again. The first: Its recording was deleted.',
    leftIds: ['c'],
  });
});

test('says which tasks had ended before they could be cancelled', () => {
  const counts = { cancelled_count: 1, cancel_requested_count: 1, not_found_count: 0 };
  expect(describeCancellations({ ...counts, already_final_count: 3, results: [] })).toEqual({
    done: '2 tasks cancelled. 3 tasks had ended before.',
    left: undefined,
    leftIds: [],
  });
});
