import { z } from 'zod';
import { defineAction, notImplemented } from '../define-action.ts';

export const humanInLoopAction = defineAction({
  group: 'node',
  kind: 'human_in_loop_action',
  summary: 'Waits until a person has done something in the live view.',
  idempotent: true,
  params: z.strictObject({
    max_wait_time: z
      .number()
      .positive()
      .max(600)
      .describe('Longest wait, in seconds; the deadline of the task goes on.'),
  }),
  run: notImplemented,
});
