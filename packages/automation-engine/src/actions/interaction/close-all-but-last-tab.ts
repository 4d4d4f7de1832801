import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const closeAllButLastTab = defineAction({
  group: 'interaction',
  kind: 'close_all_but_last_tab',
  summary: 'Closes every tab but the newest.',
  example: {},
  place: 'page',
  params: z.strictObject({}),
  run: async ({ page: { tabs } }) => {
    await tabs.closeAllButNewest();
    return { outcome: 'done' };
  },
});
