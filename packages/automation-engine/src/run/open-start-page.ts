import { bindText, createBindings, parseTemplate } from '@errand/expressions';
import { abortable } from '@errand/foundation';
import { createDeadline } from '../deadline.ts';
import { navigate } from '../page/pages/navigate.ts';
import { showsAddress } from '../page/pages/shows-address.ts';
import { waitUntilAtRest } from '../page/pages/wait-until-at-rest.ts';
import type { RunState } from './run-state.ts';

/** The browser aborts a navigation shortly before it reports the download that resulted. */
const DOWNLOAD_NOTICE_MS = 1000;
/** How long the start page may take to come to rest; the default of an extraction. */
const START_PAGE_REST_MS = 3000;

type StartPageRun = Pick<
  RunState,
  | 'automation'
  | 'dependencies'
  | 'downloads'
  | 'inputParameters'
  | 'interpreter'
  | 'limits'
  | 'signal'
>;

/**
 * Opens the automation's start page, or the page at `pageUrl` in its place. A remote desktop has
 * none.
 */
export async function openStartPage(
  run: StartPageRun,
  pageUrl: string | null = null,
): Promise<void> {
  const { downloads, interpreter, signal } = run;
  if (!run.dependencies.page) return;
  const watched = interpreter.pages.current();
  await abortable(interpreter.resolverOf(watched.page), signal);
  const url = pageUrl ?? bindStartPage(run);
  const mayReuse = run.dependencies.isPageKept && run.automation.reuse_page_if_already_on_url;
  if (!mayReuse || !(await showsAddress(watched, url, signal))) {
    await navigate(watched.page, url, {
      signal,
      timeoutMs: run.limits.navigationMs,
      startedDownload: () => downloads.startsBeyond(0, { timeoutMs: DOWNLOAD_NOTICE_MS, signal }),
    });
  }
  await waitUntilAtRest(watched, {}, createDeadline(START_PAGE_REST_MS, signal));
}

/** Before the first step, only inputs have values. */
function bindStartPage({
  automation,
  inputParameters,
}: Pick<RunState, 'automation' | 'inputParameters'>): string {
  const bindings = createBindings({ inputParameters, generatedVariables: {} });
  return bindText(parseTemplate(automation.url), bindings).trim();
}
