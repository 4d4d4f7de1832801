import type { CDPSession, Page } from 'puppeteer';
import { dismissCookieBanners } from '../cookie-banners/dismiss-cookie-banners.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import { createEmulation, type EmulationSettings } from './emulation.ts';

/**
 * Applies the settings of an automation to every page of its run. Disposal undoes them on pages
 * that stay open.
 */
interface PagePreparation extends AsyncDisposable {
  /** For a new page that is still held back: its first script sees the settings. */
  readonly prepareNew: (session: CDPSession) => Promise<void>;
  readonly open: (listeners: PageListeners, page: Page) => Promise<void>;
}

export async function preparePages(
  settings: EmulationSettings & { readonly allow_cookies: boolean },
  firstPage: Page | undefined,
): Promise<PagePreparation> {
  await using resources = new AsyncDisposableStack();
  const emulation = firstPage && (await createEmulation(settings, firstPage));
  const banners = settings.allow_cookies ? undefined : resources.use(dismissCookieBanners());
  const open = new Set<Page>();
  resources.defer(async () => {
    if (emulation) await Promise.all([...open].map((page) => emulation.reset(page)));
  });
  const owned = resources.move();
  return {
    async prepareNew(session) {
      await Promise.all([emulation?.prepareNew(session), banners?.prepareNew(session)]);
    },
    async open(listeners, page) {
      open.add(page);
      listeners.on('close', () => open.delete(page));
      await Promise.all([emulation?.apply(page), banners?.watch(listeners, page)]);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
