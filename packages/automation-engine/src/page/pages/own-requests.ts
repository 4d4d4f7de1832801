import type { HTTPRequest, Page } from 'puppeteer';
import { PageListeners } from '../browser/page-listeners.ts';

/**
 * The requests of a page's own document; requests by its frames, and for their documents, do not
 * count.
 */
export interface OwnRequests extends Disposable {
  /** Resolves when no request has been open for `durationMs`; never resolves after disposal. */
  readonly quietFor: (durationMs: number) => Promise<void>;
}

export function watchOwnRequests(page: Page): OwnRequests {
  const listeners = new PageListeners(page);
  const open = new Set<HTTPRequest>();
  const quiet = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let quietMs: number | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (quietMs !== undefined && open.size === 0) timer = setTimeout(quiet.resolve, quietMs);
  };
  const end = (request: HTTPRequest) => {
    if (open.delete(request)) restart();
  };
  listeners.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) return;
    open.add(request);
    restart();
  });
  listeners.on('requestfinished', end);
  listeners.on('requestfailed', end);
  return {
    quietFor(durationMs) {
      quietMs = durationMs;
      restart();
      return quiet.promise;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      listeners[Symbol.dispose]();
    },
  };
}
