import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const closeCurrentTab = defineAction({
  group: 'interaction',
  kind: 'close_current_tab',
  summary:
    'Closes the current tab, and goes on in the newest one that is left. The only tab stays open: the step is skipped.',
  idempotent: false,
  params: z.strictObject({}),
  run: ({ tabs }) => tabs.closeCurrent(),
});
