import { bindText, parseTemplate } from '@errand/expressions';
import { type AutomationError, ElementNotFoundError } from '../../errors.ts';
import type { TargetStep } from './target-step.ts';
import { askForPoint } from './ask-for-point.ts';
import { createScreenElement } from '../../screen/screen-element.ts';

/**
 * Asks a model where the target is and acts there. `problem`: why the step's own locator failed, if
 * it has one.
 */
export async function actByModelOnScreen(
  step: TargetStep,
  problem: AutomationError | undefined,
): Promise<void> {
  const { run, target, desktop, act } = step;
  if (!desktop) throw new TypeError('The step does not act on a screen.');
  const goal = bindText(parseTemplate(target.prompt_instructions ?? ''), run.bindings);
  const { point, model } = await askForPoint(run, { desktop, goal, target });
  if (!point) {
    const reason = 'The model did not find it on the screen.';
    run.stepRecord.add({ kind: 'model', outcome: 'failed', reason, model });
    throw new ElementNotFoundError(goal, [...(problem ? [problem.message] : []), reason]);
  }
  const place = { desktop, find: () => Promise.resolve(point), onAct: run.stepRecord.noteActed };
  await act(createScreenElement(run.screen, place));
  run.stepRecord.add({ kind: 'model', outcome: 'done', model });
}
