import { abortable } from '@errand/foundation';
import { typeCharacters } from '../page/acting/type-character.ts';
import { typeSecret } from '../page/acting/type-secret.ts';
import { typeOnScreen } from '../screen/type-on-screen.ts';
import { navigate } from '../page/pages/navigate.ts';
import { readPageState } from '../page/pages/read-page-state.ts';
import type { Bindings } from '@errand/expressions';
import type { Downloads } from '../page/downloads/downloads.ts';
import type { RunLimits } from '../run-limits.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import type { TypedText } from '../secrets/typed-text.ts';
import { pressKeys } from '../page/acting/press-keys.ts';
import { desktopKeys } from '../screen/desktop-keys.ts';
import { scrollView } from '../screen/scroll-view.ts';
import { goBackOn } from '../page/pages/go-back.ts';
import { createTabs } from '../page/pages/tabs.ts';
import { waitForCommit } from '../page/pages/wait-until-quiet.ts';
import { locateTexts } from '../screen/locate-texts.ts';
import { sizeOfView } from '../screen/look-at-view.ts';
import { bindBox } from '../targets/bind-box.ts';
import type { PageActs } from '../actions/action-context.ts';

/** The browser aborts a navigation shortly before it reports the download that resulted. */
const DOWNLOAD_NOTICE_MS = 1000;

/** What acting without a target needs from a run. */
export interface PageActsRun extends ScreenRun {
  readonly bindings: Bindings;
  readonly downloads: Downloads;
  readonly limits: RunLimits;
}

/** Acts on the current page or screen and on the tabs, without a target. */
export function createPageActions(run: PageActsRun): PageActs {
  const { bindings, desktop, hasPages, pages, signal } = run;
  return {
    hasPages,
    readPageState: () => abortable(readPageState(pages.current().page), signal),
    goTo: (url, options) => goTo(run, url, options),
    goBack: () => goBackOn(run),
    tabs: createTabs(run),
    pressKeys: (text) => pressText(run, text),
    pressTogether: async (keys) => {
      if (desktop) return desktop.pressTogether(desktopKeys(keys), signal);
      await waitForCommit(pages.current(), signal);
      await pressKeys(pages.current().page, keys, signal);
    },
    scroll: (distance) => scrollView(run, distance),
    viewSize: () => sizeOfView(run),
    locateTexts: (texts, box) => locateTexts(run, { texts, within: bindBox(box, bindings) }),
  };
}

async function goTo(
  run: PageActsRun,
  url: string,
  { newTab = false }: { readonly newTab?: boolean } = {},
): Promise<void> {
  const { pages, downloads, limits, signal } = run;
  const current = pages.current().page;
  const page = newTab ? await abortable(current.browserContext().newPage(), signal) : current;
  if (newTab) await pages.settle(signal);
  const { startedCount } = downloads;
  await navigate(page, url, {
    signal,
    timeoutMs: limits.navigationMs,
    startedDownload: () =>
      downloads.startsBeyond(startedCount, { timeoutMs: DOWNLOAD_NOTICE_MS, signal }),
  });
}

async function pressText(run: PageActsRun, text: TypedText): Promise<void> {
  const { pages, signal, desktop } = run;
  if (desktop) return typeOnScreen(run, desktop, text);
  const { page } = pages.current();
  if (typeof text !== 'string') return typeSecret(page, text, { signal });
  await typeCharacters(page, text, signal);
}
