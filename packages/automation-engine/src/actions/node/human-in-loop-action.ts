import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const humanInLoopAction = defineAction({
  group: 'node',
  kind: 'human_in_loop_action',
  summary:
    'Waits until a person has done something in the live view and resumes the run, optionally with values for variables.',
  example: { max_wait_time: 300 },
  params: z.strictObject({
    max_wait_time: z
      .number()
      .positive()
      .max(600)
      .describe(
        'Longest wait, in seconds (up to 600), after which the step fails; the deadline of the task still applies.',
      ),
  }),
  effects: {
    setsAnyVariable: true,
    longestWait: ({ max_wait_time: seconds }) => ({ field: 'max_wait_time', seconds }),
  },
  run: async ({ people: { waitForHuman } }, { max_wait_time: seconds }) => {
    await waitForHuman({ maxWaitMs: seconds * 1000 });
    return { outcome: 'done' };
  },
});
