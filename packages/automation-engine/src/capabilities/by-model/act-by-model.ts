import { bindText, parseTemplate } from '@errand/expressions';
import { createTargetElement } from '../../page/acting/target-element.ts';
import { listOrigins } from '../agents/origin-list.ts';
import { type AutomationError, ElementNotFoundError } from '../../errors.ts';
import { AgentUnfinishedError } from '../agents/agent-errors.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import type { TargetStep } from './target-step.ts';
import { noteFinished } from '../../page/acting/note-finished.ts';
import { isLocatorFailure } from '../../targets/resolve-target.ts';
import { actByAgent } from './act-by-agent.ts';
import { contradictsCommand } from './contradicts-command.ts';
import { openPicked } from '../agents/open-picked.ts';
import { pickElement } from './pick-element.ts';
import { proposeLocators } from './propose-locators.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';

/** An element found by a model. */
interface FoundByModel {
  readonly tree: ModelTree;
  readonly index: number;
}

/**
 * Asks a model for the element, then an agent. `problem`: why the step's own locator failed, if it
 * has one.
 */
export async function actByModel(
  step: TargetStep,
  problem: AutomationError | undefined,
): Promise<void> {
  const { stepRecord } = step.run;
  const reasons: string[] = problem ? [problem.message] : [];
  const picked = await pickElement(step, problem);
  const { model } = picked;
  if (picked.state === 'picked') {
    const failure = await actOnFound(step, picked);
    if (!failure) return stepRecord.add({ kind: 'model', outcome: 'done', model });
    stepRecord.add({ kind: 'model', outcome: 'failed', reason: failure.message, model });
    reasons.push(failure.message);
  } else {
    stepRecord.add({ kind: 'model', outcome: 'failed', reason: picked.reason, model });
    reasons.push(`The model did not find it: ${picked.reason}`);
  }
  try {
    await actByAgent(step, (found) => actOnFound(step, found));
  } catch (error) {
    if (!(error instanceof AgentUnfinishedError)) throw error;
    stepRecord.add({ kind: 'agent', outcome: 'failed', reason: error.message });
    throw new ElementNotFoundError(goalOf(step), [...reasons, error.message]);
  }
}

/**
 * Performs the step on the element. Returns why it could not be acted on; after the first finished
 * act, failures are thrown instead, so nothing is done twice.
 */
async function actOnFound(
  step: TargetStep,
  { tree, index }: FoundByModel,
): Promise<AutomationError | undefined> {
  const { run, timeoutMs, isVerified, act } = step;
  const description = `The element that the model found for ${JSON.stringify(goalOf(step))}`;
  const contradiction = contradictsCommand(step, { tree, index, description });
  if (contradiction) return contradiction;
  const element = openPicked(run, {
    tree,
    index,
    description,
    timeoutMs,
    isVerified,
    origins: listOrigins(run.agent.bounds, { taskTemplate: '', currentUrl: currentUrl(run) }),
  });
  let hasFinishedOne = false;
  try {
    const healed = await proposeLocators(step, element);
    await act(
      noteFinished(createTargetElement(element), () => {
        hasFinishedOne = true;
        run.stepRecord.noteActed();
      }),
    );
    if (healed) run.stepRecord.heal(healed);
    return undefined;
  } catch (error) {
    if (!isLocatorFailure(error) || hasFinishedOne) throw error;
    return error;
  }
}

function goalOf({ run, target }: TargetStep): string {
  return bindText(parseTemplate(target.prompt_instructions ?? ''), run.bindings);
}
