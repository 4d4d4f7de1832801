import type { CDPSession, Page } from 'puppeteer';
import { attachSession } from '../browser/attach-session.ts';
import { frameSession } from '../browser/frame-session.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import { CLOSE_WORDS, NOTED_WORDS, REJECT_SELECTORS, REJECT_WORDS } from './reject-words.ts';
import { startWatching } from './start-watching.generated.ts';
import type { BannerWords } from './watch-for-banners.ts';

const words: BannerWords = {
  rejectSelectors: REJECT_SELECTORS,
  reject: REJECT_WORDS,
  close: CLOSE_WORDS,
  noted: NOTED_WORDS,
};
const source = `((errandBannerWords) => {
${startWatching}
})(${JSON.stringify(words)})`;
/** A world that scripts of the page cannot see. */
const WORLD_NAME = 'errand-cookie-banners';

/** Rejects cookies on every page of a run: presses buttons that reject, never those that accept. */
export interface CookieBanners extends AsyncDisposable {
  /** For a new page that is still held back. */
  readonly prepareNew: (session: CDPSession) => Promise<void>;
  /** For a page that is open, and the frames of other sites in any page. */
  readonly watch: (listeners: PageListeners, page: Page) => Promise<void>;
}

export function dismissCookieBanners(): CookieBanners {
  const removals = new AsyncDisposableStack();
  const prepared = new WeakSet<CDPSession>();
  const prepare = async (session: CDPSession) => {
    if (prepared.has(session)) return;
    prepared.add(session);
    const script = { source, worldName: WORLD_NAME, runImmediately: true };
    const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', script);
    removals.defer(async () => {
      // A closed page has no scripts to remove.
      const removal = session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
      await Promise.allSettled([removal]);
    });
  };
  let isFirst = true;
  return {
    async prepareNew(session) {
      await Promise.all([session.send('Page.enable'), prepare(session)]);
    },
    async watch(listeners, page) {
      listeners.on('framenavigated', (frame) => {
        const session = frameSession(frame);
        // Frames in the page's own session already have the page's script.
        if (session === frameSession(page.mainFrame())) return;
        // A frame that is already gone shows no banner.
        prepare(session).catch(() => undefined);
      });
      // Pages that open later were prepared while they were held back.
      if (!isFirst) return;
      isFirst = false;
      const session = await attachSession(page);
      removals.defer(() => session.detach().catch(() => undefined));
      await Promise.all([session.send('Page.enable'), prepare(session)]);
    },
    [Symbol.asyncDispose]: () => removals.disposeAsync(),
  };
}
