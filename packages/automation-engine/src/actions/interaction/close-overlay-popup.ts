import { z } from 'zod';
import { agentFields } from '../../fields/agent-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

const defaultTask =
  'Dismiss every overlay that covers the page: cookie notices, sign-up and newsletter dialogs, age checks and promotions. Prefer to reject or to close. Type nothing, submit no form and do not leave the page. Stop as soon as nothing covers the page any more.';

export const closeOverlayPopup = defineAction({
  group: 'interaction',
  kind: 'close_overlay_popup',
  summary: 'Lets an agent dismiss what covers the page, such as cookie notices.',
  idempotent: true,
  params: z.strictObject({
    task: requiredText()
      .default(defaultTask)
      .describe('What to do, in plain language; placeholders are allowed.'),
    max_steps: z.int().min(1).default(5).describe('Most steps the agent may take.'),
    ...agentFields({ usesVision: true }),
  }),
  run: notImplemented,
});
