import { expect, test } from '@jest/globals';
import { describeLoops } from './describe-task.ts';

const iteration = (status: 'error' | 'skipped' | 'success') => ({
  variable_name: 'order',
  index: 0,
  value: 'HS-1',
  status,
});

test('says how many iterations failed, and nothing if none did', () => {
  const loops = [[iteration('success'), iteration('error')], [iteration('error')]];
  expect(describeLoops({ task_id: 'T', for_loop_status: loops })).toBe(
    '2 of 3 iterations failed; errand logs T shows why',
  );
  expect(describeLoops({ task_id: 'T', for_loop_status: [[iteration('skipped')]] })).toBe('');
});
