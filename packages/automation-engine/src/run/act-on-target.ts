import type { ActingElement } from '../page/acting/acting-element.ts';
import type { TargetElement } from '../page/acting/element-acts.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import { createTargetElement } from '../page/acting/target-element.ts';
import { actByModelOnScreen } from '../capabilities/by-model/act-by-model-on-screen.ts';
import { openScreenTarget } from '../screen/open-screen-target.ts';
import { findPlaceOnPage } from '../screen/find-place-on-page.ts';
import type { AutomationError } from '../errors.ts';
import { onCurrentPage } from '../page/pages/on-current-page.ts';
import { actByModel } from '../capabilities/by-model/act-by-model.ts';
import { checkPresence } from '../capabilities/by-model/check-presence.ts';
import type { Acts } from '../page/elements/find-for-acts.ts';
import { noteFinished } from '../page/acting/note-finished.ts';
import { type NamedPoint, openTarget } from '../page/elements/open-target.ts';
import {
  explainMissingModel,
  isLocatorFailure,
  isOptional,
  meansKind,
  resolveTarget,
  type TargetMeans,
} from '../targets/resolve-target.ts';
import type { TargetStep } from '../capabilities/by-model/target-step.ts';

const done: ActionOutcome = { outcome: 'done' };

/**
 * Acts on the element of a target: found by the target itself, otherwise by a model from the
 * instructions, otherwise (on a page) by a short agent run. Once an element has been acted on,
 * there is no further fallback.
 */
export async function actOnTarget(step: TargetStep): Promise<ActionOutcome> {
  const { run, target } = step;
  const isOnScreen = step.desktop !== undefined;
  const means = resolveTarget(target, run.bindings, { isOnScreen });
  const problem = means ? await tryMeans(step, means) : explainMissingModel(target);
  if (!problem) return done;
  if (isOptional(target)) return { outcome: 'skipped', reason: problem.message };
  if (means && target.assert_locator_presence) {
    await checkPresence(step, problem);
    const remaining = await tryMeans(step, means);
    if (remaining) throw remaining;
    return done;
  }
  if (!target.prompt_instructions) throw problem;
  if (!run.models) throw means ? explainNoHelp(problem) : problem;
  if (isOnScreen) await actByModelOnScreen(step, means && problem);
  else await actByModel(step, means && problem);
  return done;
}

/**
 * Returns why the element could not be acted on; failures after a finished act are thrown instead.
 */
async function tryMeans(
  step: TargetStep,
  means: TargetMeans,
): Promise<AutomationError | undefined> {
  const { run, target, act } = step;
  const kind = meansKind(target, means);
  let hasActed = false;
  let hasFinishedOne = false;
  const onAct = () => {
    hasActed = true;
    run.stepRecord.noteActed();
    run.trace?.act(run.pages);
  };
  const attempt = async () => {
    await using resources = new AsyncDisposableStack();
    const element = await openElement(step, means, { onAct, resources });
    await act(
      noteFinished(element, () => {
        hasFinishedOne = true;
        run.stepRecord.noteActed();
      }),
    );
  };
  try {
    if (run.screen.hasPages) await onCurrentPage(run.pages, attempt, () => !hasActed);
    else await attempt();
    run.stepRecord.add({ kind, outcome: 'done' });
    return undefined;
  } catch (error) {
    if (!isLocatorFailure(error) || hasFinishedOne) throw error;
    run.stepRecord.add({ kind, outcome: 'failed', reason: error.message });
    return error;
  }
}

/** The second element of an action that has two, found only by its locator. */
export async function openOther(
  { run, target, timeoutMs, isVerified }: Omit<TargetStep, 'act'>,
  share: number,
): Promise<ActingElement> {
  const means = resolveTarget(target, run.bindings, { isOnScreen: false });
  if (!means) throw explainMissingModel(target);
  return openTarget(run, means, {
    timeoutMs: timeoutMs * share,
    isVerified,
    findPlace: (named) => findPlaceOnPage(run.screen, named),
  });
}

async function openElement(
  { run, desktop, timeoutMs, isVerified }: TargetStep,
  means: TargetMeans,
  acts: Acts,
): Promise<TargetElement> {
  const patience = { timeoutMs, isVerified };
  if (desktop) return openScreenTarget(run, means, { ...patience, onAct: acts.onAct, desktop });
  const findPlace = (named: NamedPoint) => findPlaceOnPage(run.screen, named);
  const element = await openTarget(run, means, { ...patience, acts, findPlace });
  return createTargetElement(run.trace ? traceElement(element, run) : element);
}

function traceElement(element: ActingElement, { trace, pages }: TargetStep['run']): ActingElement {
  const find = async () => {
    const handle = await element.find();
    trace?.aim(handle, pages);
    return handle;
  };
  return { ...element, find };
}

function explainNoHelp(problem: AutomationError): AutomationError {
  problem.message += ' No model is configured that could find the element by prompt_instructions.';
  return problem;
}
