import type { ErrandSchemas } from '@errand/client';
import { expect, test } from '@jest/globals';
import { summarizeTask } from './summarize-task.ts';

test('limits what a task adds to the context of an agent', () => {
  const step = { outcome: 'failed', error_message: 'x'.repeat(1_000_000) };
  const task = {
    error: 'y'.repeat(1_000_000),
    attempts: [],
    steps: Array.from({ length: 1_000 }, () => ({ ...step })),
    output_data: [{ text: 'z'.repeat(1_000_000) }],
    // Only what grows matters here.
  } as unknown as ErrandSchemas['TaskDetail'];
  const summary = summarizeTask(task, 'http://127.0.0.1');
  expect(summary).toMatchObject({
    step_count: 1_000,
    output_data: null,
    output_data_is_cut: true,
    output_data_start: expect.stringMatching(
      /^\[\{"text":"zzz.*\n\[cut after 50000 of 1000013 characters\]$/s,
    ),
  });
  expect(JSON.stringify(summary).length).toBeLessThan(100_000);
  const small = { ...task, steps: [], output_data: [{ text: '12' }] };
  expect(summarizeTask(small, 'http://127.0.0.1')).toMatchObject({
    output_data: [{ text: '12' }],
  });
});
