import { abortable } from '@errand/foundation';
import type { Automation } from '../document/automation-schema.ts';
import { desktopOfRun } from './desktop-of-run.ts';
import { attempt } from './attempt.ts';
import { describeFailure } from './describe-failure.ts';
import { openStartPage } from './open-start-page.ts';
import { runNodes } from './run-nodes.ts';
import { runOwnNodes } from './run-own-nodes.ts';
import type { StepRun } from './run-step.ts';
import type { PicturedRun } from './pictured-run.ts';
import { concealPdfs } from '../capabilities/pdf-search/conceal-pdfs.ts';
import { waitForConsequences } from '../page/pages/wait-until-quiet.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunProducts, RunResult } from './run-result.ts';
import { createRunState, type RunState } from './run-state.ts';
import type { RunDependencies, RunInputs } from './run-dependencies.ts';
import { guardDependencies, guardResult } from './guard-run.ts';
import { openRunSecrets } from './open-run-secrets.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { captureScreenshot } from './capture-screenshot.ts';

/** After a failure, downloads in progress are awaited only briefly. */
const downloadLimitsAfterFailure = { downloadStartMs: 500, downloadMs: 10_000 };

/**
 * Runs an automation on a page or a screen. Rejects only on a bug; all expected failures are in the
 * result.
 */
export async function runAutomation(
  automation: Automation,
  inputs: RunInputs,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const secrets = openRunSecrets(automation, inputs, dependencies);
  const guarded = { secrets, dependencies: guardDependencies(dependencies, secrets) };
  return guardResult(await runGuarded(automation, inputs, guarded), secrets);
}

async function runGuarded(
  automation: Automation,
  inputs: RunInputs,
  guarded: { readonly dependencies: RunDependencies; readonly secrets: RunSecrets },
): Promise<RunResult> {
  const { signal } = guarded.dependencies;
  const refused = refuseStart(automation, guarded);
  if (refused) return refused;
  const starting = createRunState(automation, inputs, guarded);
  const [started] = await Promise.allSettled([abortable(starting, signal)]);
  if (started.status === 'rejected' && signal.aborted) {
    // An unresponsive page may let the run start later; dispose it then.
    starting.then((run) => run[Symbol.asyncDispose]()).catch(() => undefined);
    return { ...nothing, status: 'aborted', reason: signal.reason };
  }
  const { steps } = await starting;
  try {
    await using run = await starting;
    const failure =
      (await attempt(steps, () => openStartPage(run, inputs.start?.pageUrl))) ??
      (await attempt(steps, () => runOwnNodes(run, inputs.start)));
    const firstFailure = await finish(run, failure);
    await steps.trace?.end(run.signal);
    return await describeResult(run, firstFailure);
  } finally {
    // Dialogs are answered until the pages are released.
    endReports(steps);
  }
}

function refuseStart(
  automation: Automation,
  { dependencies, secrets }: Parameters<typeof runGuarded>[2],
): RunResult | undefined {
  const { page } = dependencies;
  if (page?.isClosed() || page?.browser().connected === false) return neverStarted;
  try {
    desktopOfRun(automation, dependencies);
    return undefined;
  } catch (error) {
    const failure = { ...describeFailure(error, secrets), pageUrl: page?.url() ?? '' };
    return { ...nothing, status: 'failed', error: failure };
  }
}

async function describeResult(
  run: Pick<
    RunState,
    'checkpoints' | 'dependencies' | 'downloads' | 'loopStatuses' | 'output' | 'steps'
  >,
  error: RunFailure | undefined,
): Promise<RunResult> {
  const { dependencies, downloads, loopStatuses, output, steps } = run;
  const { secrets, pictures } = steps;
  const { signal, logger } = dependencies;
  // The checkpoints do not count the files that this drops.
  const shown = await concealPdfs({ downloads, secrets, signal, logger });
  const products = {
    outputData: output.entries,
    downloads: shown,
    screenshots: pictures.screenshots,
    forLoopStatus: loopStatuses.lists,
    checkpoints: run.checkpoints.list(),
  };
  if (signal.aborted) {
    // An abort does not wait for hanging pages.
    endReports(steps);
    return { status: 'aborted', reason: signal.reason, ...products };
  }
  return error ? { status: 'failed', error, ...products } : { status: 'success', ...products };
}

function endReports({ activity, stepReports }: StepRun): void {
  stepReports.end(activity.takeDialogs());
}

const nothing: RunProducts = {
  outputData: [],
  downloads: [],
  screenshots: [],
  forLoopStatus: [],
  checkpoints: [],
};

const neverStarted: RunResult = {
  ...nothing,
  status: 'failed',
  error: {
    class: 'browser_crashed',
    message: 'The browser or its page was gone before the automation started.',
    retry: 'infrastructure',
    pageUrl: '',
  },
};

type FinishRun = Pick<
  RunState,
  'automation' | 'downloads' | 'interpreter' | 'limits' | 'signal' | 'steps'
>;

/**
 * Collects downloads, runs the post-processing and takes the final screenshot, even after a
 * failure. Returns the first failure overall.
 */
async function finish(
  run: FinishRun,
  mainFailure: RunFailure | undefined,
): Promise<RunFailure | undefined> {
  const { automation, interpreter, signal, steps } = run;
  const lastFailure = await attempt(steps, () => waitForLastPage(steps));
  const firstFailure = mainFailure ?? lastFailure;
  const downloadFailure = await attempt(steps, () => collectDownloads(run, firstFailure));
  const postFailure = await attempt(steps, () =>
    runNodes(interpreter, automation.post_processing_nodes, 'post_processing_nodes'),
  );
  if (automation.take_final_screenshot) {
    const problem = await attempt(steps, () => takeFinalScreenshot(steps.pictures));
    if (problem && !signal.aborted) {
      interpreter.logger.warn('final screenshot not taken', { error: problem.message });
    }
  }
  return firstFailure ?? downloadFailure ?? postFailure;
}

/** Whatever the last step triggered belongs to the run. */
async function waitForLastPage({
  pages,
  signal,
}: Pick<StepRun, 'pages' | 'signal'>): Promise<void> {
  if (pages.count > 0) await waitForConsequences(pages.current(), signal);
}

async function collectDownloads(
  { downloads, automation, limits: runLimits, signal, steps }: FinishRun,
  failure: RunFailure | undefined,
): Promise<void> {
  const limits = failure ? downloadLimitsAfterFailure : runLimits;
  const expected = failure ? 0 : automation.expected_downloads;
  const lost = await downloads.collect(expected, { limits, signal });
  for (const file of lost) {
    steps.dependencies.logger.warn('download not kept', file);
    steps.stepReports.noteLog(`A file is missing: ${file.reason}`);
  }
}

async function takeFinalScreenshot(run: PicturedRun): Promise<void> {
  if (run.hasPages && run.pages.count === 0) return;
  const filename = 'final_screenshot.png';
  await captureScreenshot(run, { kind: 'final_screenshot', filename, isFullPage: true });
}
