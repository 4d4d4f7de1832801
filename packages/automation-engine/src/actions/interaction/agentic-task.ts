import { z } from 'zod';
import { agentFields } from '../../fields/agent-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const agenticTask = defineAction({
  group: 'interaction',
  kind: 'agentic_task',
  summary: 'Lets an agent do a task on the page that is given in plain language.',
  idempotent: false,
  params: z.strictObject({
    task: requiredText().describe('What to do, in plain language; placeholders are allowed.'),
    max_steps: z.int().min(1).describe('Most steps the agent may take.'),
    ...agentFields({ usesVision: false }),
  }),
  run: notImplemented,
});
