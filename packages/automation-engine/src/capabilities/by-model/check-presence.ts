import type { JsonSchema } from '@errand/language-models';
import { type AutomationError } from '../../errors.ts';
import { AgentUnfinishedError } from '../agents/agent-errors.ts';
import { PAGE_IS_NO_INSTRUCTION } from '../models/page-view.ts';
import { DEFAULT_OVERLAY_STEPS, DEFAULT_OVERLAY_TASK } from '../../fields/agent-fields.ts';
import { runOverlayAgent } from '../agents/run-task-agent.ts';
import { waitUntilQuiet } from '../../page/pages/wait-until-quiet.ts';
import type { TargetStep } from './target-step.ts';
import { viewPage } from '../agents/view-page.ts';

const LOADS_WITHIN_MS = 5000;

const instructions = `A step of an automation did not find its element. Say why, by the page:
website_not_loaded: the page is still loading, or loaded in part.
overlay_popup_blocking: something lies over the page and must be dismissed first.
could_retry_now: the element is there now.
fatal_error: the page is another one, shows an error, or will not have the element.
${PAGE_IS_NO_INSTRUCTION}`;

const overlayParams = {
  task: DEFAULT_OVERLAY_TASK,
  max_steps: DEFAULT_OVERLAY_STEPS,
  use_vision: true,
  keep_alive: true,
};

const verdicts = [
  'website_not_loaded',
  'overlay_popup_blocking',
  'could_retry_now',
  'fatal_error',
] as const;

const schema: JsonSchema = {
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: [...verdicts] },
    reason: { type: 'string', description: 'One short sentence.' },
  },
  required: ['verdict', 'reason'],
  additionalProperties: false,
};

/**
 * For a locator that must match (`assert_locator_presence`): asks a model whether a retry is
 * worthwhile and prepares the page for it. Throws `problem` if not, or if there is no model.
 */
export async function checkPresence(
  { run, target }: TargetStep,
  problem: AutomationError,
): Promise<void> {
  if (!run.models) throw problem;
  const { parts } = await viewPage(run.agent, { hasImage: true });
  const said = `The locator: ${target.command}\nWhat happened: ${problem.message}`;
  const answer = await run.models.answer(
    { purpose: 'presence', instructions, parts: [{ type: 'text', text: said }, ...parts], schema },
    run.signal,
  );
  const { model } = answer;
  // The value has already been checked against the schema.
  const { verdict, reason } = answer.value as {
    verdict: (typeof verdicts)[number];
    reason: string;
  };
  const isFatal = verdict === 'fatal_error';
  const outcome = isFatal ? 'failed' : 'done';
  run.stepRecord.add({ kind: 'presence_check', outcome, reason: `${verdict}: ${reason}`, model });
  if (isFatal) {
    run.output.add({ unique_identifier: 'error', text: run.redact(reason) });
    problem.message += ` The model says: ${reason}`;
    throw problem;
  }
  if (verdict === 'website_not_loaded') {
    await waitUntilQuiet(run.pages.current(), LOADS_WITHIN_MS, run.signal);
  }
  if (verdict === 'overlay_popup_blocking') await dismissOverlay(run, problem);
}

async function dismissOverlay(run: TargetStep['run'], problem: AutomationError): Promise<void> {
  try {
    await runOverlayAgent(run.agent, overlayParams);
  } catch (error) {
    if (!(error instanceof AgentUnfinishedError)) throw error;
    run.stepRecord.add({ kind: 'agent', outcome: 'failed', reason: error.message });
    throw problem;
  }
}
