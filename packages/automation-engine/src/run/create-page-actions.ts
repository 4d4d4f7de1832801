import { abortable } from '@errand/foundation';
import { bindText, parseTemplate } from '@errand/expressions';
import type { ActionContext } from '../actions/action-context.ts';
import { pressKeys } from '../page/acting/press-keys.ts';
import { desktopKeys } from '../screen/desktop-keys.ts';
import { scrollView } from '../screen/scroll-view.ts';
import { findInputFile } from '../page/downloads/find-input-file.ts';
import { findRunFile } from '../page/downloads/find-run-file.ts';
import { savePageAsPdf, saveUrlAsPdf } from '../page/downloads/save-as-pdf.ts';
import { goBackOn } from '../page/pages/go-back.ts';
import { navigate } from '../page/pages/navigate.ts';
import { createTabs } from '../page/pages/tabs.ts';
import { waitForCommit, waitUntilQuiet } from '../page/pages/wait-until-quiet.ts';
import type { RunState } from './run-state.ts';

/** A page that is opened to be printed gets this long to come to rest. */
const printableWithinMs = 5000;

/** A download that a page has announced begins within this time, or never. */
const fileStartsMs = 1000;

type PageActions = Pick<
  ActionContext,
  'findFile' | 'findInputFile' | 'goBack' | 'pressTogether' | 'savePdf' | 'scroll' | 'tabs'
>;

/** What an action can do with the current page, its tabs and the files of the run, without a target. */
export function createPageActions(run: RunState): PageActions {
  const { signal, pages, desktop } = run;
  return {
    tabs: createTabs(run),
    pressTogether: async (keys) => {
      if (desktop) return desktop.pressTogether(desktopKeys(keys), signal);
      await waitForCommit(pages.current(), signal);
      await pressKeys(pages.current().page, keys, signal);
    },
    scroll: (distance) => scrollView(run, distance),
    goBack: () => goBackOn(run),
    savePdf: (source) => savePdf(run, source),
    findFile: (path) => findFile(run, path),
    findInputFile: (name) => findInputFile(name, run.inputFiles),
  };
}

async function findFile(
  { downloads, downloadsDirectory: directory, limits, signal }: RunState,
  path: string,
): Promise<string> {
  const { downloadMs } = limits;
  await downloads.collect(0, { limits: { downloadStartMs: fileStartsMs, downloadMs }, signal });
  const filenames = downloads.files.map(({ filename }) => filename);
  return findRunFile(path, { directory, filenames });
}

async function savePdf(
  run: RunState,
  { url, filename }: { readonly url?: string | undefined; readonly filename?: string | undefined },
): Promise<void> {
  const { downloads, limits, signal, pages, bindings, secrets } = run;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  await waitForCommit(pages.current(), signal);
  const { page } = pages.current();
  const options = {
    signal,
    maxBytes: downloads.bytesLeft,
    timeoutMs: limits.downloadMs,
    secrets,
    openTab: (address: string) => openTab(run, address),
  };
  const wanted = { filename: filename && bind(filename) };
  const address = url === undefined ? page.url() : bind(url).trim();
  // A PDF that is shown has become a file of the run already.
  const shown = downloads.findShown(address);
  const index = shown ?? downloads.startedCount;
  if (shown === undefined) {
    await downloads.capture((path) =>
      url === undefined
        ? savePageAsPdf(page, path, options)
        : saveUrlAsPdf({ page, url: address }, path, options),
    );
  }
  await downloads.claim(index, wanted, { limits, signal, isLoading: () => false });
}

/** A tab beside the current one, which is the current one again when it is disposed. */
async function openTab({ pages, limits, signal }: RunState, url: string) {
  const current = pages.current();
  await using resources = new AsyncDisposableStack();
  const page = await abortable(current.page.browserContext().newPage(), signal);
  resources.defer(async () => {
    await page.close();
    pages.select(current);
    await current.page.bringToFront();
  });
  await pages.settle(signal);
  await navigate(page, url, { signal, timeoutMs: limits.navigationMs });
  await waitUntilQuiet(pages.current(), printableWithinMs, signal);
  const owned = resources.move();
  return { page, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
