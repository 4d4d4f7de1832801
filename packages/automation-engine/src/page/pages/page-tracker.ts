import { type CDPSession, type Page, type Target, TargetType } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { NavigationError, PageClosedError, PageMissingError } from '../../errors.ts';
import { BrowserCrashedError } from './page-errors.ts';
import { createChangeNotice } from '../browser/change-notice.ts';
import { watchPrinting } from '../downloads/watch-printing.ts';
import { targetId } from '../browser/frame-session.ts';
import { measureStarvation } from '../../measure-starvation.ts';
import { trackMotion } from '../motion/motion-tracker.ts';
import { describeSilence } from './navigation-activity.ts';
import type { EarlyListener } from './new-page-calls.ts';
import { prepareDocuments } from './prepare-documents.ts';
import { prepareNewPages } from './prepare-new-pages.ts';
import { attachSession } from '../browser/attach-session.ts';
import { endPage } from './close-page.ts';
import { type PageObserver, type WatchedPage, watchPage } from './watched-page.ts';

/**
 * A window that a page requested appears within this time, or was blocked. A starved machine gets
 * more time.
 */
const WINDOW_APPEARS_WITHIN_MS = 1000;

/** A page has this long to leave its document before it is closed instead. */
const LEAVE_TIMEOUT_MS = 1000;

/** Maximum time to start watching an open page that an earlier run left. */
const FOLLOWED_WITHIN_MS = 3000;
const ANSWERED_WITHIN_MS = 3000;

/** Notified of what any page does. */
interface RunObserver extends Omit<PageObserver, 'onWindowOpen'> {
  readonly onPageOpen: () => void;
  /**
   * A new page is held back until this function has sent its commands; the responses arrive only
   * later.
   */
  readonly onPrepareNew: (session: CDPSession) => Promise<void>;
  /** Called for each new page. It, and its frames of other sites, are held back as well. */
  readonly onListenEarly: () => EarlyListener;
  /** Above this number, the oldest popup is closed. */
  readonly maxOpenPages: number;
}

/**
 * The pages of a run: all of one browser context, or none at all for a run without a browser. The
 * newest one is current, unless another was selected after it opened.
 */
export class PageTracker implements AsyncDisposable {
  readonly #firstPage: Page | undefined;
  readonly #observer: RunObserver;
  readonly #pages: WatchedPage[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #notice = createChangeNotice();
  /** Windows that wait for their first document, by target, each with its start time. */
  readonly #opening = new Map<string, number>();
  #awaitedWindows = 0;
  #openedCount = 0;
  #selected: WatchedPage | undefined;
  #isClosing = false;
  readonly #resources = new AsyncDisposableStack();

  private constructor(firstPage: Page | undefined, observer: RunObserver) {
    this.#firstPage = firstPage;
    this.#observer = observer;
  }

  /** Follows the given pages, and those that open in their browser context from then on. */
  static async start(
    given: { readonly page: Page; readonly others: readonly Page[] } | undefined,
    observer: RunObserver,
  ): Promise<PageTracker> {
    const tracker = new PageTracker(given?.page, observer);
    if (!given) return tracker;
    const { page: firstPage, others } = given;
    firstPage.browserContext().on('targetcreated', tracker.#onTargetCreated);
    firstPage.browser().on('disconnected', tracker.#onDisconnected);
    const prepare = (session: CDPSession, listen?: EarlyListener) => {
      const preparePrinting = watchPrinting(session, observer.onFile);
      return prepareDocuments(session, (documents) =>
        Promise.all([preparePrinting(documents), trackMotion(documents), listen?.(documents)]),
      );
    };
    const prepareNew = async (session: CDPSession) => {
      const preparing = prepare(session, observer.onListenEarly());
      await Promise.all([preparing, observer.onPrepareNew(session)]);
    };
    const watch = {
      prepare: prepareNew,
      onAppear: tracker.#onAppear,
      onGone: tracker.#onGone,
    };
    tracker.#resources.use(await prepareNewPages(firstPage, watch));
    await tracker.#follow(firstPage, prepare);
    for (const page of others) {
      // A page that closes or hangs does not keep the run from its other pages.
      const followed = Promise.allSettled([tracker.#follow(page, prepare)]);
      await settlesWithin(followed, FOLLOWED_WITHIN_MS, new AbortController().signal);
    }
    return tracker;
  }

  async #follow(page: Page, prepare: (session: CDPSession) => Promise<unknown>): Promise<void> {
    const session = await attachSession(page);
    // A closed page no longer has a session.
    this.#resources.defer(() => session.detach().catch(() => undefined));
    await prepare(session);
    await this.#add(page, { isOpenedByPage: false });
  }

  get count(): number {
    return this.#pages.length;
  }

  /**
   * Throws `PageClosedError` when no page is left, and `PageMissingError` when the run has no
   * browser.
   */
  current(): WatchedPage {
    if (!this.#firstPage) throw new PageMissingError();
    if (this.#selected && !this.#selected.page.isClosed()) return this.#selected;
    const watched = this.open().at(-1);
    if (!watched) throw new PageClosedError();
    return watched;
  }

  /** In order of opening. */
  open(): readonly WatchedPage[] {
    return this.#pages.filter(({ page }) => !page.isClosed());
  }

  /** Makes a page the current one, until it closes or another one opens. */
  select(watched: WatchedPage): void {
    this.#selected = watched;
  }

  /** Leaves the dialogs of all pages to a person until disposed. */
  leaveDialogs(): Disposable {
    return this.#observer.dialogs.leaveToPerson();
  }

  /** Resolves when no dialog is left to a person any more, after three seconds at the latest. */
  async dialogsAnswered(): Promise<void> {
    const answered = Promise.allSettled(this.open().map((one) => one.dialogsAnswered()));
    await settlesWithin(answered, ANSWERED_WITHIN_MS, new AbortController().signal);
  }

  /**
   * Resolves when recently requested windows have appeared and are watched. Throws
   * `NavigationError` when the document of one does not arrive, because a person would see that
   * window.
   */
  async settle(signal: AbortSignal): Promise<void> {
    const starvation = measureStarvation();
    let restMs = WINDOW_APPEARS_WITHIN_MS;
    while (this.#opening.size > 0 || this.#awaitedWindows > 0 || this.#pending.size > 0) {
      if (this.#opening.size > 0 && this.#pending.size === 0) {
        await this.#waitForDocument(signal);
        restMs = WINDOW_APPEARS_WITHIN_MS;
        continue;
      }
      if (restMs < 1) {
        this.#awaitedWindows = 0;
        return;
      }
      const change = this.#pending.size > 0 ? Promise.all(this.#pending) : this.#notice.next();
      const { passedMs, starvedMs } = await starvation.waitFor(change, restMs, signal);
      restMs -= passedMs - starvedMs;
    }
  }

  async #waitForDocument(signal: AbortSignal): Promise<void> {
    const { navigationMs } = this.#observer;
    const [first = 0] = this.#opening.values();
    const restMs = first + navigationMs - performance.now();
    if (restMs > 0 && (await settlesWithin(this.#notice.next(), restMs, signal))) return;
    this.#opening.clear();
    throw new NavigationError('The page of the new window', describeSilence(navigationMs));
  }

  /** How many pages have opened so far, closed ones included. */
  get openedCount(): number {
    return this.#openedCount;
  }

  /** Whether more than `openedCount` pages have opened before the time is up. */
  async opensBeyond(
    openedCount: number,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (this.#openedCount <= openedCount) {
      const restMs = end - performance.now();
      if (restMs <= 0) return false;
      await settlesWithin(this.#notice.next(), restMs, signal);
    }
    return true;
  }

  /**
   * Stops pages that never end: closes all but the first, and that one too if it does not leave its
   * document.
   */
  async closeAll(): Promise<void> {
    this.#isClosing = true;
    const page = this.#firstPage;
    if (!page?.browser().connected) return;
    const leave = Promise.allSettled([page.goto('about:blank', { timeout: LEAVE_TIMEOUT_MS })]);
    const hasLeft = await settlesWithin(leave, LEAVE_TIMEOUT_MS, new AbortController().signal);
    if (!hasLeft || page.url() !== 'about:blank') await Promise.allSettled([endPage(page)]);
    const popups = page
      .browserContext()
      .targets()
      .filter((target) => target !== page.target());
    await Promise.allSettled(popups.map(closeTarget));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#firstPage?.browserContext().off('targetcreated', this.#onTargetCreated);
    this.#firstPage?.browser().off('disconnected', this.#onDisconnected);
    await this.#resources.disposeAsync();
    await Promise.allSettled(this.#pending);
    await Promise.all(this.#pages.map((watched) => watched[Symbol.asyncDispose]()));
  }

  readonly #onTargetCreated = (target: Target): void => {
    if (target.type() !== TargetType.PAGE) return;
    this.#awaitedWindows = Math.max(0, this.#awaitedWindows - 1);
    this.#opening.delete(targetId(target));
    this.#observer.onPageOpen();
    // A window that closes while it opens does not count.
    const added = this.#addTarget(target).catch(() => this.#notice.announce());
    this.#pending.add(added);
    void added.finally(() => this.#pending.delete(added));
    this.#notice.announce();
  };

  readonly #onAppear = (id: string): void => {
    this.#opening.set(id, performance.now());
    this.#notice.announce();
  };

  /**
   * The awaited window has appeared, even if it is already gone: a window for a download, for
   * example.
   */
  readonly #onGone = (id: string): void => {
    this.#opening.delete(id);
    this.#awaitedWindows = 0;
    this.#notice.announce();
  };

  readonly #onDisconnected = (): void => {
    this.#observer.onCrash(
      new BrowserCrashedError('The browser exited while the automation was running.'),
    );
  };

  async #addTarget(target: Target): Promise<void> {
    const page = await target.page();
    if (!page || page === this.#firstPage) return;
    if (this.#isClosing) await page.close();
    else await this.#add(page, { isOpenedByPage: true });
  }

  async #add(page: Page, options: { readonly isOpenedByPage: boolean }): Promise<void> {
    const observer = { onWindowOpen: () => (this.#awaitedWindows += 1), ...this.#observer };
    const watched = await watchPage(page, observer, options);
    this.#pages.push(watched);
    this.#openedCount += 1;
    this.#closeOldest();
    if (options.isOpenedByPage) this.#selected = undefined;
    page.once('close', () => {
      this.#pages.splice(this.#pages.indexOf(watched), 1);
      this.#notice.announce();
    });
    this.#notice.announce();
  }

  #closeOldest(): void {
    const open = this.open();
    if (open.length <= this.#observer.maxOpenPages) return;
    const oldest = open.find(({ page }) => page !== this.#firstPage);
    // The page may already be closing.
    oldest?.page.close().catch(() => this.#notice.announce());
  }
}

async function closeTarget(target: Target): Promise<void> {
  const page = target.type() === TargetType.PAGE ? await target.page() : null;
  await page?.close();
}
