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
  const { dependencies } = models;
  for (const mutation of mutations) {
    const alone = await runSteps(stage, { mutation });
    pick = pickByKeywords;
    const helped = await runSteps(stage, { mutation, dependencies });
    pick = pickFirst;
    const misled = isCareless ? await runSteps(stage, { mutation, dependencies }) : undefined;
    for (const [index, step] of recordedSteps.entries()) {
      const careless = misled?.[index]?.recovery;
      rows.push({
        mutation: mutation.name,
        step: step.name,
        isThere: mutation.isThere,
        locatorOnly: alone[index]?.recovery ?? 'wrong',
        withModel: helped[index]?.recovery ?? 'wrong',
        ...(careless && { withCarelessModel: careless }),
        proposal: helped[index]?.proposal,
      });
    }
  }
  if (models.server.refusals.length > 0) throw new Error(models.server.refusals.join('\n'));
  return rows;
}

interface Trial {
  readonly mutation: Mutation;
  readonly dependencies?: Partial<RunDependencies>;
}

interface Result {
  readonly recovery: Recovery;
  readonly proposal: string | undefined;
}

/**
 * Runs the recorded steps on as few pages as possible: on one until a step fails, and the remaining
 * steps on a new one. If anything is wrong on a page, its steps run again, one page each, to find
 * out which one failed.
 */
async function runSteps(stage: Stage, trial: Trial): Promise<readonly Result[]> {
  const results: Result[] = [];
  while (results.length < recordedSteps.length) {
    const left = recordedSteps.slice(results.length);
    const together = await runOnPage(stage, left, trial);
    if (together) results.push(...together);
    else for (const step of left) results.push(await runAlone(stage, step, trial));
  }
  return results;
}

async function runAlone(stage: Stage, step: RecordedStep, trial: Trial): Promise<Result> {
  const [result] = (await runOnPage(stage, [step], trial)) ?? [];
  return result ?? { recovery: 'wrong', proposal: undefined };
}

/**
 * Runs steps on one page. Returns the results up to the first failure, or undefined unless exactly
 * the elements of the successful steps were acted on, in order.
 */
async function runOnPage(
  stage: Stage,
  steps: readonly RecordedStep[],
  { mutation, dependencies = {} }: Trial,
): Promise<readonly Result[] | undefined> {
  // The pages are complete on load, so one short try is enough.
  const group = { max_tries: 1, max_timeout_seconds_per_try: 0.25 };
  const nodes = steps.map(({ kind, params }) => interact(kind, params, { group }));
  const { events, read } = await stage.run(writePage(mutation), nodes, { dependencies });
  const results = events.map(({ outcome, healedLocator }) => ({
    recovery: outcome === 'done' ? ('recovered' as const) : ('failed' as const),
    proposal: healedLocator?.command,
  }));
  const done = steps.filter((_, index) => results[index]?.recovery === 'recovered');
  const acted = await read('acted');
  const marks: unknown[] = Array.isArray(acted) ? acted : [];
  // Typing pushes the mark of its field once per change.
  const inOrder = marks.filter((mark, index) => mark !== marks[index - 1]);
  const isRight = inOrder.join() === done.map(({ mark }) => mark).join();
  return isRight && results.length > 0 ? results : undefined;
}
