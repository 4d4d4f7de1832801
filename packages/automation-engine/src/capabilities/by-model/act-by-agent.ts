import { bindText, parseTemplate } from '@errand/expressions';
import { z } from 'zod';
import { defineTool } from '../agents/agent-tool.ts';
import { searchTools } from '../agents/agent-tools.ts';
import { listOrigins } from '../agents/origin-list.ts';
import { runAgent } from '../agents/run-agent.ts';
import type { AutomationError } from '../../errors.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import type { TargetStep } from './target-step.ts';

const MAX_STEPS = 12;
const RULES =
  'Your task is one step of an automation. Bring its element into view (open a menu, close what covers it, scroll), then call perform_step with its index: that does the step. Do not do the step in any other way, and no other step. Call give_up if the element is nowhere.';

type ActOn = (found: {
  readonly tree: ModelTree;
  readonly index: number;
}) => Promise<AutomationError | undefined>;

/** Runs a short agent that searches for the element and performs only the step's act on it. */
export async function actByAgent({ run, kind, target }: TargetStep, actOn: ActOn): Promise<void> {
  const performStep = defineTool({
    name: 'perform_step',
    summary: 'Does the step on the element at the index, and ends the task.',
    params: z.strictObject({ index: z.int().min(1) }),
    async run({ tree }, { index }) {
      const failure = await actOn({ tree, index });
      if (failure) return `Not done: ${failure.message}`;
      return { state: 'ended', isSuccess: true, summary: 'The step was done.' };
    },
  });
  const giveUp = defineTool({
    name: 'give_up',
    summary: 'Ends the task without doing the step.',
    params: z.strictObject({ reason: z.string().max(1000) }),
    run: (_context, { reason }) =>
      Promise.resolve({ state: 'ended', isSuccess: false, summary: reason }),
  });
  const { prompt_instructions: template = '' } = target;
  const goal = bindText(parseTemplate(template), run.bindings);
  const { model } = await runAgent(run.agent, {
    purpose: 'step',
    task: `${kind}: ${goal}`,
    rules: RULES,
    tools: [...searchTools, performStep, giveUp],
    maxSteps: MAX_STEPS,
    usesVision: true,
    origins: listOrigins(run.agent.bounds, { taskTemplate: template, currentUrl: currentUrl(run) }),
    // `perform_step` has already performed the step or failed.
    isConfirmed: true,
  });
  run.stepRecord.add({ kind: 'agent', outcome: 'done', model });
}
