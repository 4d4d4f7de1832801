import { z } from 'zod';
import { defineAction, notImplemented } from '../define-action.ts';

export const closeCurrentTab = defineAction({
  group: 'interaction',
  kind: 'close_current_tab',
  summary: 'Closes the current tab, unless it is the only one.',
  idempotent: false,
  params: z.strictObject({}),
  run: notImplemented,
});
