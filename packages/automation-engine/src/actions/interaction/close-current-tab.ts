import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const closeCurrentTab = defineAction({
  group: 'interaction',
  kind: 'close_current_tab',
  summary:
    'Closes the current tab and continues in the newest remaining one; if it is the only tab, it stays open and the step is skipped.',
  example: {},
  place: 'page',
  params: z.strictObject({}),
  run: ({ page: { tabs } }) => tabs.closeCurrent(),
});
