import { z } from 'zod';
import {
  agentFields,
  DEFAULT_OVERLAY_STEPS,
  DEFAULT_OVERLAY_TASK,
} from '../../fields/agent-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const closeOverlayPopup = defineAction({
  group: 'interaction',
  kind: 'close_overlay_popup',
  summary:
    'Lets an agent dismiss what covers the page, such as cookie notices; it can click and wait, and stays on the origin of the page.',
  example: {},
  place: 'page',
  params: z.strictObject({
    task: requiredText()
      .default(DEFAULT_OVERLAY_TASK)
      .describe('What to do, in plain language; placeholders are allowed.'),
    max_steps: z
      .int()
      .min(1)
      .max(200)
      .default(DEFAULT_OVERLAY_STEPS)
      .describe('Maximum number of steps of the agent (1 to 200).'),
    ...agentFields({ usesVision: true }),
  }),
  run: ({ models: { runOverlayAgent } }, params) => runOverlayAgent(params),
});
