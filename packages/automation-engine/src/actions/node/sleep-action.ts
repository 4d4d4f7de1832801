import { z } from 'zod';
import { defineAction } from '../define-action.ts';

const SECONDS_PER_DAY = 86_400;

export const sleepAction = defineAction({
  group: 'node',
  kind: 'sleep_action',
  summary: 'Waits for a fixed time.',
  example: { sleep_time: 2 },
  params: z.strictObject({
    sleep_time: z
      .number()
      .min(0)
      .max(SECONDS_PER_DAY)
      .describe(
        'How long, in seconds; fractions are allowed. The deadline of the task still applies.',
      ),
  }),
  effects: {
    onPage: 'pauses',
    longestWait: ({ sleep_time: seconds }) => ({ field: 'sleep_time', seconds }),
  },
  run: async ({ pause }, { sleep_time: seconds }) => {
    await pause(seconds * 1000);
    return { outcome: 'done' };
  },
});
