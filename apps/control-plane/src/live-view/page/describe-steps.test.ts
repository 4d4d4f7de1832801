import { expect, test } from '@jest/globals';
import { describeSteps } from './describe-steps.ts';

const step = {
  attempt: 1,
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'click_element',
  outcome: 'failed',
  reason: null,
  error_class: 'locator_not_found',
  error_message: 'There is no button.',
  started_at: '2026-03-02T09:15:00.000Z',
  duration_ms: 1_540,
  page_url: null,
  http_status: null,
  waited_for: null,
  dialogs: null,
} as const;

test('lists each step with its outcome and the reason', () => {
  expect(describeSteps({ task_id: 'the-task', steps: [step], steps_truncated: false })).toEqual({
    lines: ['click element (nodes[0]): failed after 1.5 s. There is no button.'],
    cut: '',
  });
});

test('says that a task has more steps than are listed', () => {
  const steps = Array.from({ length: 1_000 }, (_none, sequence) => ({ ...step, sequence }));
  const { lines, cut } = describeSteps({ task_id: 'the-task', steps, steps_truncated: true });
  expect(lines).toHaveLength(1_000);
  expect(cut).toBe(
    'Only the last 1,000 steps are listed: "errand logs the-task" prints all of them.',
  );
});
