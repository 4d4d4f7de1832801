import type { HTTPRequest, Page } from 'puppeteer';
import { createChangeNotice } from './change-notice.ts';

/** A request that is open this long is taken for a held connection (long polling), not for work. */
const heldConnectionMs = 5000;
const neverWaitedFor = new Set(['eventsource', 'media', 'ping', 'websocket']);

/** What a page has in flight. */
export interface NetworkActivity {
  /** Requests worth waiting for; held connections are not. */
  readonly inFlightCount: () => number;
  /** Time until the oldest of them counts as a held connection. */
  readonly untilNextIsHeldMs: () => number;
  /** `performance.now()` of the last start or end of a request. */
  readonly lastChangeAt: () => number;
  readonly nextChange: () => Promise<void>;
}

export function watchNetwork(page: Page): NetworkActivity {
  const startedAt = new Map<HTTPRequest, number>();
  const heldAddresses = new Set<string>();
  const notice = createChangeNotice();
  let lastChangeAt = Number.NEGATIVE_INFINITY;
  const forgetHeld = () => {
    for (const [request, started] of startedAt) {
      if (ageMs(started) < heldConnectionMs) continue;
      startedAt.delete(request);
      heldAddresses.add(addressOf(request));
    }
  };
  const change = () => {
    lastChangeAt = performance.now();
    notice.announce();
  };
  const finish = (request: HTTPRequest) => {
    if (startedAt.delete(request)) change();
  };
  page.on('request', (request) => {
    if (neverWaitedFor.has(request.resourceType()) || heldAddresses.has(addressOf(request))) return;
    startedAt.set(request, performance.now());
    change();
  });
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  return {
    inFlightCount() {
      forgetHeld();
      return startedAt.size;
    },
    untilNextIsHeldMs: () =>
      Math.max(0, ...[...startedAt.values()].map((started) => heldConnectionMs - ageMs(started))),
    lastChangeAt: () => lastChangeAt,
    nextChange: notice.next,
  };
}

function ageMs(started: number): number {
  return performance.now() - started;
}

/** Without the query: a poll has another one every time. */
function addressOf(request: HTTPRequest): string {
  return request.url().split('?', 1)[0] ?? '';
}
