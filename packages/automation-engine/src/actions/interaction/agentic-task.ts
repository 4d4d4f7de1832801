import { z } from 'zod';
import { agentFields } from '../../fields/agent-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const agenticTask = defineAction({
  group: 'interaction',
  kind: 'agentic_task',
  summary:
    'Lets an agent do a task on the page, described in plain language; it loads documents only from the origins that the automation, the task and the current page name, and fails unless a second check confirms that the task is done.',
  example: {
    task: 'Open the March invoice',
    max_steps: 10,
  },
  place: 'page',
  isForRemoteDesktops: true,
  params: z.strictObject({
    task: requiredText().describe('What to do, in plain language; placeholders are allowed.'),
    max_steps: z.int().min(1).max(200).describe('Maximum number of steps of the agent (1 to 200).'),
    ...agentFields({ usesVision: false }),
  }),
  effects: { mayDownload: () => true },
  run: ({ models: { runAgent } }, params) => runAgent(params),
});
