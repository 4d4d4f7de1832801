import { expect, test } from '@jest/globals';
import { warningsOf, withNodes } from '../../test/lint-cases.ts';

test.each([
  [{ sleep_action: { sleep_time: 600 } }, 'sleep_action.sleep_time'],
  [{ sleep_action: { sleep_time: 1 }, before_sleep_time: 600 }, 'before_sleep_time'],
  [{ type: 'private_node', handler: 'a.b', before_sleep_time: 600 }, 'before_sleep_time'],
  [{ locator: 'locator("a")', assertion: 'to_be_hidden', timeout: 900 }, 'timeout'],
  [
    { misc_action: { wait_for: { assertion: 'to_have_url', expected: 'a', timeout: 600 } } },
    'misc_action.wait_for.timeout',
  ],
  [
    { assertion_action: { expect: { assertion: 'to_have_url', expected: 'a', timeout: 600 } } },
    'assertion_action.expect.timeout',
  ],
  [{ human_in_loop_action: { max_wait_time: 600 } }, 'human_in_loop_action.max_wait_time'],
  [
    { interaction_action: { max_tries: 700, hover: { command: 'locator("a")' } } },
    'interaction_action.max_tries',
  ],
  [
    {
      extraction_action: {
        api_call: {
          url: 'https://api.example',
          poll_condition: 'status_code == 200',
          poll_interval: 60,
          max_poll_attempts: 11,
        },
      },
    },
    'extraction_action.api_call',
  ],
])("reports the wait in %j that exceeds the task's timeout", (node, place) => {
  expect(warningsOf(withNodes([node]))).toEqual([`wait-exceeds-timeout nodes.0.${place}`]);
});

test('adds up pauses in the same list', () => {
  const pause = { sleep_action: { sleep_time: 200 } };
  expect(warningsOf(withNodes([pause, pause]))).toEqual([]);
  expect(warningsOf(withNodes([pause, pause, pause]))).toEqual(['wait-exceeds-timeout nodes']);
});
