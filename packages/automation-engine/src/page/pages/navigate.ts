import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { NavigationError } from '../../errors.ts';
import { allowedSchemes } from '../../fields/address-field.ts';
import { frameSession } from '../browser/frame-session.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import { describeSilence, stopLoading } from './navigation-activity.ts';
import { type OwnRequests, watchOwnRequests } from './own-requests.ts';

/** Maximum wait for a document whose body arrives slowly. */
const PARSE_TIMEOUT_MS = 30_000;
/** Maximum wait for the scripts and styles of a parsed document. */
const LOAD_TIMEOUT_MS = 10_000;
/** Extra time for a page that is too busy to end its own wait. */
const BUSY_MS = 1000;
/** A starting container changes the network a few times. */
const MAX_TRIES = 5;
/** A document that requests nothing for this long is complete. */
const QUIET_MS = 250;

interface NavigateOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Default: no file is expected. */
  readonly startedDownload?: () => Promise<boolean>;
}

/**
 * Loads an address. An HTTP error status does not count as failure. Throws `NavigationError` for a
 * page that cannot be loaded at all, or whose document does not arrive within `timeoutMs`; the page
 * then stays where it was. `startedDownload` returns whether the address turned out to be a file.
 */
export async function navigate(
  page: Page,
  url: string,
  { signal, timeoutMs, startedDownload }: NavigateOptions,
): Promise<void> {
  assertAllowed(url);
  using own = watchOwnRequests(page);
  try {
    await request(page, url, createDeadline(timeoutMs, signal));
  } catch (error) {
    signal.throwIfAborted();
    const isAborted = error instanceof Error && error.message.includes('net::ERR_ABORTED');
    if (isAborted && (await startedDownload?.())) return;
    throw await explainNavigation(page, error, { url, timeoutMs, signal });
  }
  await waitForLoad(page, own, createDeadline(PARSE_TIMEOUT_MS, signal));
}

/**
 * Requests the document. When an interface or address of the machine comes or goes, such as that of
 * a container on it, Chromium fails connections being made with ERR_NETWORK_CHANGED. No request was
 * sent over them, so another try is safe.
 */
async function request(page: Page, url: string, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  for (let tries = 1; ; tries += 1) {
    // Puppeteer would wait for its events in every frame, even in one that never loads.
    const options = { waitUntil: [], timeout: Math.max(1, deadline.remainingMs()), signal };
    try {
      await abortable(page.goto(url, options), signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const isChange = Error.isError(error) && error.message.includes('net::ERR_NETWORK_CHANGED');
      if (!isChange || tries === MAX_TRIES) throw error;
    }
  }
}

function assertAllowed(url: string): void {
  const scheme = URL.parse(url)?.protocol;
  if (scheme === undefined) {
    throw new NavigationError(url, 'it is not an absolute address, such as https://example.com/');
  }
  if (allowedSchemes.includes(scheme)) return;
  throw new NavigationError(url, `addresses with "${scheme}" are not allowed, only http and https`);
}

/**
 * Converts what Puppeteer threw into a `NavigationError`. Stops a navigation that takes too long.
 */
export async function explainNavigation(
  page: Page,
  error: unknown,
  { url, timeoutMs, signal }: { readonly url: string } & Omit<NavigateOptions, 'startedDownload'>,
): Promise<NavigationError> {
  const cause = { cause: error };
  if (!(error instanceof Error)) return new NavigationError(url, String(error), cause);
  if (error.name === 'TimeoutError') {
    await stopLoading(frameSession(page.mainFrame()), signal);
    return new NavigationError(url, describeSilence(timeoutMs), cause);
  }
  const reason = /net::\w+/.exec(error.message)?.[0] ?? error.message;
  return new NavigationError(url, reason, cause);
}

/**
 * Returns when the page has loaded, or when everything that its own document requests has arrived:
 * a frame in it may never load. If the page navigates again while it loads, the next act waits for
 * it.
 */
async function waitForLoad(page: Page, own: OwnRequests, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  const realm = isolatedRealm(page.mainFrame());
  const parsed = Promise.allSettled([realm.evaluate(untilParsed, deadline.remainingMs())]);
  if (!(await settlesWithin(parsed, deadline.remainingMs() + BUSY_MS, signal))) return;
  // A document that never ends has no load event.
  if (deadline.remainingMs() === 0) return;
  const loaded = Promise.allSettled([realm.evaluate(untilLoaded, LOAD_TIMEOUT_MS)]);
  const complete = Promise.race([loaded, own.quietFor(QUIET_MS)]);
  await settlesWithin(complete, LOAD_TIMEOUT_MS + BUSY_MS, signal);
}

function untilParsed(timeoutMs: number): Promise<void> | undefined {
  if (document.readyState !== 'loading') return undefined;
  return new Promise((resolve) => {
    addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    setTimeout(resolve, timeoutMs);
  });
}

function untilLoaded(timeoutMs: number): Promise<void> | undefined {
  if (document.readyState === 'complete') return undefined;
  return new Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true });
    setTimeout(resolve, timeoutMs);
  });
}
