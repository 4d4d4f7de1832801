import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const switchTab = defineAction({
  group: 'interaction',
  kind: 'switch_tab',
  summary: 'Makes another tab the current one.',
  example: { tab_index: 1 },
  place: 'page',
  params: z.strictObject({
    tab_index: z
      .int()
      .describe('Position of the tab in the order of opening, from 0; negative from the end.'),
  }),
  effects: { repetition: 'harmless' },
  run: async ({ page: { tabs } }, { tab_index: index }) => {
    await tabs.switchTo(index);
    return { outcome: 'done' };
  },
});
