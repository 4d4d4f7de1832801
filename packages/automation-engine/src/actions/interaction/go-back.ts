import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const goBack = defineAction({
  group: 'interaction',
  kind: 'go_back',
  summary: 'Goes one page back in the history of the current tab.',
  example: {},
  place: 'page',
  params: z.strictObject({}),
  run: async ({ page: { goBack: back } }) => {
    await back();
    return { outcome: 'done' };
  },
});
