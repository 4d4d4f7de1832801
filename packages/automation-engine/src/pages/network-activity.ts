import type { HTTPRequest } from 'puppeteer';
import { createChangeNotice } from './change-notice.ts';
import type { PageListeners } from './page-listeners.ts';

/** A request that is open this long is taken for a held connection (long polling), not for work. */
const heldConnectionMs = 5000;
/** Never end by themselves, or do not matter to the page. */
const neverWaitedFor = new Set(['eventsource', 'media', 'ping', 'websocket']);

/** What a page has in flight. */
export interface NetworkActivity {
  /** Requests worth waiting for; held connections are not. */
  readonly inFlightCount: () => number;
  /** Time until those of now count as held connections. */
  readonly untilAllAreHeldMs: () => number;
  /** `performance.now()` of the last start or end of a request. */
  readonly lastChangeAt: () => number;
  readonly nextChange: () => Promise<void>;
  /** Why the last document that could not be loaded into the page's main frame failed: `net::ERR_NAME_NOT_RESOLVED`. */
  readonly documentProblem: () => string | undefined;
}

export function watchNetwork(listeners: PageListeners): NetworkActivity {
  const startedAt = new Map<HTTPRequest, number>();
  const heldAddresses = new Set<string>();
  const notice = createChangeNotice();
  let lastChangeAt = Number.NEGATIVE_INFINITY;
  const forgetHeld = () => {
    for (const [request, started] of startedAt) {
      if (ageMs(started) < heldConnectionMs || isForMainDocument(request)) continue;
      startedAt.delete(request);
      heldAddresses.add(addressOf(request));
    }
  };
  const change = () => {
    lastChangeAt = performance.now();
    notice.announce();
  };
  let documentProblem: string | undefined;
  const finish = (request: HTTPRequest) => {
    if (startedAt.delete(request)) change();
  };
  listeners.on('request', (request) => {
    if (neverWaitedFor.has(request.resourceType()) || heldAddresses.has(addressOf(request))) return;
    startedAt.set(request, performance.now());
    change();
  });
  listeners.on('requestfinished', finish);
  listeners.on('requestfailed', (request) => {
    finish(request);
    if (isForMainDocument(request)) documentProblem = request.failure()?.errorText;
  });
  return {
    inFlightCount() {
      forgetHeld();
      return startedAt.size;
    },
    untilAllAreHeldMs: () =>
      Math.max(0, ...[...startedAt.values()].map((started) => heldConnectionMs - ageMs(started))),
    lastChangeAt: () => lastChangeAt,
    nextChange: notice.next,
    documentProblem: () => documentProblem,
  };
}

/** A frame in the page may wait for its document without end, as the page itself never does. */
function isForMainDocument(request: HTTPRequest): boolean {
  return request.isNavigationRequest() && !request.frame()?.parentFrame();
}

function ageMs(started: number): number {
  return performance.now() - started;
}

/** Without the query: a poll has another one every time. */
function addressOf(request: HTTPRequest): string {
  return request.url().split('?', 1)[0] ?? '';
}
