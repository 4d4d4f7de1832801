import { bindText, createBindings, parseTemplate } from '@errand/expressions';
import { abortable } from '@errand/foundation';
import type { Automation } from '../document/automation-schema.ts';
import { createDeadline } from '../deadline.ts';
import { desktopOfRun } from './desktop-of-run.ts';
import { describeAbort, describeFailure } from './describe-failure.ts';
import { runNodes } from './run-nodes.ts';
import { explainConnection } from './explain-connection.ts';
import type { PageRun } from '../page/page-run.ts';
import type { PicturedRun } from './pictured-run.ts';
import { navigate } from '../page/pages/navigate.ts';
import { showsAddress } from '../page/pages/shows-address.ts';
import { concealPdfs } from '../capabilities/pdf-search/conceal-pdfs.ts';
import { waitUntilAtRest } from '../page/pages/wait-until-at-rest.ts';
import { waitForConsequences } from '../page/pages/wait-until-quiet.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunProducts, RunResult } from './run-result.ts';
import { createRunState, type RunState } from './run-state.ts';
import type { RunDependencies, RunInputs } from './run-dependencies.ts';
import { currentStatus, currentUrl } from '../page/pages/current-url.ts';
import { guardDependencies, guardResult } from './guard-run.ts';
import { createRunSecrets, type RunSecrets } from '../secrets/run-secrets.ts';
import { captureScreenshot } from './capture-screenshot.ts';

/** The browser aborts a navigation shortly before it reports the download that resulted. */
const downloadNoticeMs = 1000;
/** How long the start page may take to come to rest; the default of an extraction. */
const startPageRestMs = 3000;
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
  const { signal, secrets: resolver } = dependencies;
  const counts = inputs.secretCounts ?? countReferences(automation);
  const secrets = createRunSecrets({ counts, resolver, signal });
  const guarded = { secrets, dependencies: guardDependencies(dependencies, secrets) };
  return guardResult(await runGuarded(automation, inputs, guarded), secrets);
}

function countReferences({ parameters }: Automation): Readonly<Record<string, number>> {
  const lists = Object.entries(parameters.secure_parameters);
  return Object.fromEntries(lists.map(([name, references]) => [name, references.length]));
}

async function runGuarded(
  automation: Automation,
  inputs: RunInputs,
  guarded: { readonly dependencies: RunDependencies; readonly secrets: RunSecrets },
): Promise<RunResult> {
  const { dependencies, secrets } = guarded;
  const { page, signal } = dependencies;
  if (page?.isClosed() || page?.browser().connected === false) return neverStarted;
  try {
    desktopOfRun(automation, dependencies);
  } catch (error) {
    const failure = { ...describeFailure(error, secrets), pageUrl: page?.url() ?? '' };
    return { ...nothing, status: 'failed', error: failure };
  }
  const starting = createRunState(automation, inputs, guarded);
  const [started] = await Promise.allSettled([abortable(starting, signal)]);
  if (started.status === 'rejected' && signal.aborted) {
    // An unresponsive page may let the run start later; dispose it then.
    starting.then((run) => run[Symbol.asyncDispose]()).catch(() => undefined);
    return { ...nothing, status: 'aborted', reason: signal.reason };
  }
  const run = await starting;
  try {
    return await runStarted(run);
  } finally {
    // Dialogs are answered until the pages are released.
    run.stepReports.end(run.activity.takeDialogs());
  }
}

async function runStarted(starting: RunState): Promise<RunResult> {
  await using run = starting;
  const { automation, dependencies } = run;
  const { signal } = dependencies;
  const failure =
    (await attempt(run, () => openStartPage(run))) ??
    (await attempt(run, () => runNodes(run, automation.nodes, 'nodes')));
  const error = await finish(run, failure);
  const products = {
    outputData: run.output.entries,
    downloads: await concealPdfs({ ...run, signal, logger: dependencies.logger }),
    screenshots: run.screenshots,
    forLoopStatus: run.loopStatuses.lists,
  };
  if (signal.aborted) {
    // An abort does not wait for hanging pages.
    run.stepReports.end(run.activity.takeDialogs());
    return { status: 'aborted', reason: signal.reason, ...products };
  }
  return error ? { status: 'failed', error, ...products } : { status: 'success', ...products };
}

const nothing: RunProducts = { outputData: [], downloads: [], screenshots: [], forLoopStatus: [] };

const neverStarted: RunResult = {
  ...nothing,
  status: 'failed',
  error: {
    class: 'browser_crashed',
    message: 'The browser or its page was gone before the automation began.',
    retry: 'infrastructure',
    pageUrl: '',
  },
};

/** A remote desktop has no start page to open. */
async function openStartPage(
  run: PageRun & Pick<RunState, 'automation' | 'dependencies' | 'downloads' | 'limits' | 'scope'>,
): Promise<void> {
  const { downloads, pages, signal } = run;
  if (!run.dependencies.page) return;
  const watched = pages.current();
  await abortable(run.resolverOf(watched.page), signal);
  const url = bindStartPage(run);
  const mayReuse = run.dependencies.isPageKept && run.automation.reuse_page_if_already_on_url;
  if (!mayReuse || !(await showsAddress(watched, url, signal))) {
    await navigate(watched.page, url, {
      signal,
      timeoutMs: run.limits.navigationMs,
      startedDownload: () => downloads.startsBeyond(0, { timeoutMs: downloadNoticeMs, signal }),
    });
  }
  await waitUntilAtRest(watched, {}, createDeadline(startPageRestMs, signal));
}

/** Before the first step, only inputs have values. */
function bindStartPage({
  automation,
  scope: { inputParameters },
}: Pick<RunState, 'automation' | 'scope'>): string {
  const bindings = createBindings({ inputParameters, generatedVariables: {} });
  return bindText(parseTemplate(automation.url), bindings).trim();
}

/**
 * Collects downloads, runs the post-processing and takes the final screenshot, also after a
 * failure. Returns the first failure overall.
 */
async function finish(
  run: RunState,
  mainFailure: RunFailure | undefined,
): Promise<RunFailure | undefined> {
  const { automation, signal } = run;
  const lastFailure = await attempt(run, () => waitForLastPage(run));
  const firstFailure = mainFailure ?? lastFailure;
  const downloadFailure = await attempt(run, () => collectDownloads(run, firstFailure));
  const postFailure = await attempt(run, () =>
    runNodes(run, automation.post_processing_nodes, 'post_processing_nodes'),
  );
  if (automation.take_final_screenshot) {
    const problem = await attempt(run, () => takeFinalScreenshot(run));
    if (problem && !signal.aborted) {
      run.dependencies.logger.warn('final screenshot not taken', { error: problem.message });
    }
  }
  return firstFailure ?? downloadFailure ?? postFailure;
}

/** Whatever the last step triggered belongs to the run. */
async function waitForLastPage({
  pages,
  signal,
}: Pick<RunState, 'pages' | 'signal'>): Promise<void> {
  if (pages.count > 0) await waitForConsequences(pages.current(), signal);
}

async function collectDownloads(
  {
    downloads,
    automation,
    limits: runLimits,
    signal,
  }: Pick<RunState, 'automation' | 'downloads' | 'limits' | 'signal'>,
  failure: RunFailure | undefined,
): Promise<void> {
  const limits = failure ? downloadLimitsAfterFailure : runLimits;
  await downloads.collect(failure ? 0 : automation.expected_downloads, { limits, signal });
}

async function takeFinalScreenshot(run: PicturedRun): Promise<void> {
  if (run.hasPages && run.pages.count === 0) return;
  const filename = 'final_screenshot.png';
  await captureScreenshot(run, { kind: 'final_screenshot', filename, isFullPage: true });
}

/** Converts thrown errors to failures. Starts nothing once the run is aborted. */
async function attempt(
  run: Pick<RunState, 'dependencies' | 'pages' | 'secrets' | 'signal'>,
  act: () => Promise<RunFailure | undefined | void>,
): Promise<RunFailure | undefined> {
  try {
    run.signal.throwIfAborted();
    return (await act()) ?? undefined;
  } catch (error) {
    const { secrets, signal } = run;
    const failure = signal.aborted
      ? describeAbort(signal.reason, secrets)
      : describeFailure(explainConnection(error, run), secrets);
    return { ...failure, pageUrl: currentUrl(run), ...currentStatus(run) };
  }
}
