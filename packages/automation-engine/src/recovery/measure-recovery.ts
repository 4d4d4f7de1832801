import { openBrowser } from '@errand/test-kit';
import { openModels } from '../test/open-models.ts';
import { interact, openStage, type Stage } from '../test/run-on-page.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import { pickByKeywords, pickFirst } from './keyword-model.ts';
import {
  type Mutation,
  mutations,
  type RecordedStep,
  recordedSteps,
  writePage,
} from './mutated-pages.ts';

/** `wrong`: an element other than the right one was acted on. */
export type Recovery = 'recovered' | 'failed' | 'wrong';

export interface RecoveryRow {
  readonly mutation: string;
  readonly step: string;
  /** Whether the element is still on the page. */
  readonly isThere: boolean;
  readonly locatorOnly: Recovery;
  readonly withModel: Recovery;
  /** With a model that picks the first element that the action can act on. */
  readonly withCarelessModel?: Recovery;
  /** The best locator proposed for future runs. */
  readonly proposal: string | undefined;
}

/**
 * Runs every recorded step on every mutated page, with its locator alone and with a careful model.
 * `isCareless` adds a careless model.
 */
export async function measureRecovery({ isCareless = false } = {}): Promise<RecoveryRow[]> {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  await using models = await openModels();
  let pick: typeof pickFirst = pickByKeywords;
  models.server.always('target', (request) => pick(request));
  models.server.always('step', {
    toolCalls: [{ name: 'give_up', input: { reason: 'It is not there.' } }],
  });
  const rows: RecoveryRow[] = [];
  for (const mutation of mutations) {
    for (const step of recordedSteps) {
      const alone = await runStep(stage, { mutation, step });
      pick = pickByKeywords;
      const helped = await runStep(stage, { mutation, step, dependencies: models.dependencies });
      pick = pickFirst;
      const misled = isCareless
        ? await runStep(stage, { mutation, step, dependencies: models.dependencies })
        : undefined;
      const { isThere, name } = mutation;
      const results = {
        locatorOnly: alone.recovery,
        withModel: helped.recovery,
        ...(misled && { withCarelessModel: misled.recovery }),
      };
      rows.push({
        mutation: name,
        step: step.name,
        isThere,
        ...results,
        proposal: helped.proposal,
      });
    }
  }
  if (models.server.refusals.length > 0) throw new Error(models.server.refusals.join('\n'));
  return rows;
}

interface Trial {
  readonly mutation: Mutation;
  readonly step: RecordedStep;
  readonly dependencies?: Partial<RunDependencies>;
}

async function runStep(stage: Stage, { mutation, step, dependencies = {} }: Trial) {
  const { kind, params, mark } = step;
  // The pages are complete on load, so one short try is enough.
  const group = { max_tries: 1, max_timeout_seconds_per_try: 0.25 };
  const finished = await stage.run(writePage(mutation), [interact(kind, params, { group })], {
    dependencies,
  });
  const acted = await finished.read('acted');
  const marks: unknown[] = Array.isArray(acted) ? acted : [];
  const isRight = marks.length > 0 && marks.every((one) => one === mark);
  const isWrong = marks.some((one) => one !== mark);
  const isDone = finished.result.status === 'success';
  const recovery: Recovery =
    isWrong || isDone !== isRight ? 'wrong' : isDone ? 'recovered' : 'failed';
  return { recovery, proposal: finished.events[0]?.healedLocator?.command };
}
