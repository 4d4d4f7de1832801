import { type Page, type Target, TargetType } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import { BrowserCrashedError, PageClosedError } from '../errors.ts';
import { createChangeNotice } from './change-notice.ts';
import { type PageObserver, type WatchedPage, watchPage } from './watched-page.ts';

/** A window that a page asked for appears within this time, or was blocked. */
const windowAppearsWithinMs = 1000;

/** Told of what any page does. */
type RunObserver = Omit<PageObserver, 'onWindowOpen'>;

/** The pages of a run: all of one browser context. The newest one is current, unless another was selected after it opened. */
export class PageTracker implements AsyncDisposable {
  readonly #firstPage: Page;
  readonly #observer: RunObserver;
  readonly #pages: WatchedPage[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #notice = createChangeNotice();
  #awaitedWindows = 0;
  #selected: WatchedPage | undefined;

  private constructor(firstPage: Page, observer: RunObserver) {
    this.#firstPage = firstPage;
    this.#observer = observer;
  }

  /** Follows the pages of the given page's browser context, from that page on. */
  static async start(firstPage: Page, observer: RunObserver): Promise<PageTracker> {
    const tracker = new PageTracker(firstPage, observer);
    firstPage.browserContext().on('targetcreated', tracker.#onTargetCreated);
    firstPage.browser().on('disconnected', tracker.#onDisconnected);
    await tracker.#add(firstPage);
    return tracker;
  }

  get count(): number {
    return this.#pages.length;
  }

  /** Throws `PageClosedError` when no page is left. */
  current(): WatchedPage {
    if (this.#selected && !this.#selected.page.isClosed()) return this.#selected;
    const watched = this.open().at(-1);
    if (!watched) throw new PageClosedError();
    return watched;
  }

  /** In the order of opening. */
  open(): readonly WatchedPage[] {
    return this.#pages.filter(({ page }) => !page.isClosed());
  }

  /** Makes a page the current one, until it closes or another one opens. */
  select(watched: WatchedPage): void {
    this.#selected = watched;
  }

  /** Resolves when windows that were just asked for have appeared and are watched. */
  async settle(signal: AbortSignal): Promise<void> {
    const end = performance.now() + windowAppearsWithinMs;
    while (this.#awaitedWindows > 0 || this.#pending.size > 0) {
      const restMs = end - performance.now();
      const change = this.#pending.size > 0 ? Promise.all(this.#pending) : this.#notice.next();
      if (restMs > 0 && (await settlesWithin(change, restMs, signal))) continue;
      this.#awaitedWindows = 0;
      return;
    }
  }

  /** Whether there are more pages than `count` before the time is up. */
  async growsBeyond(
    count: number,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (this.#pages.length <= count) {
      const restMs = end - performance.now();
      if (restMs <= 0) return false;
      await settlesWithin(this.#notice.next(), restMs, signal);
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#firstPage.browserContext().off('targetcreated', this.#onTargetCreated);
    this.#firstPage.browser().off('disconnected', this.#onDisconnected);
    await Promise.allSettled(this.#pending);
    await Promise.all(this.#pages.map((watched) => watched[Symbol.asyncDispose]()));
  }

  readonly #onTargetCreated = (target: Target): void => {
    if (target.type() !== TargetType.PAGE) return;
    this.#awaitedWindows = Math.max(0, this.#awaitedWindows - 1);
    // A window that closes while it opens is none.
    const added = this.#addTarget(target).catch(() => this.#notice.announce());
    this.#pending.add(added);
    void added.finally(() => this.#pending.delete(added));
    this.#notice.announce();
  };

  readonly #onDisconnected = (): void => {
    this.#observer.onCrash(new BrowserCrashedError('The browser ended while the automation ran.'));
  };

  async #addTarget(target: Target): Promise<void> {
    const page = await target.page();
    if (page && page !== this.#firstPage) await this.#add(page);
  }

  async #add(page: Page): Promise<void> {
    const watched = await watchPage(page, {
      onWindowOpen: () => (this.#awaitedWindows += 1),
      ...this.#observer,
    });
    this.#pages.push(watched);
    this.#selected = undefined;
    page.once('close', () => {
      this.#pages.splice(this.#pages.indexOf(watched), 1);
      this.#notice.announce();
    });
    this.#notice.announce();
  }
}
