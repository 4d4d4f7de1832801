import type { Handler, Page, PageEvents } from 'puppeteer';

/** Listeners on a page that may outlive them; disposal removes them. */
export class PageListeners implements Disposable {
  readonly #page: Page;
  readonly #stack = new DisposableStack();

  constructor(page: Page) {
    this.#page = page;
  }

  on<Name extends keyof PageEvents>(name: Name, handler: Handler<PageEvents[Name]>): void {
    this.#page.on(name, handler);
    this.#stack.defer(() => this.#page.off(name, handler));
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }
}
