import type { HTTPRequest } from 'puppeteer';
import { createChangeNotice } from '../browser/change-notice.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import { createRecurringRequests } from './recurring-requests.ts';

/** A request that is open this long counts as a held connection (long polling), not as work. */
const HELD_CONNECTION_MS = 5000;
/** A request that the last act may have caused gets more time: a slow server counts as work. */
const CAUSED_CONNECTION_MS = 30_000;
/** A connection that is reopened this soon after the end of a held one continues it. */
const REOPENED_WITHIN_MS = 1000;
/** Request types that never end by themselves, or do not matter to the page. */
const neverWaitedFor = new Set(['eventsource', 'media', 'ping', 'websocket']);

interface RequestScope {
  /** Only requests that have started since the last act. Default: all. */
  readonly sinceLastAct: boolean;
}

/** The requests that a page has in flight. */
export interface NetworkActivity {
  /** Marks the start of an act, which did not cause earlier requests. */
  readonly markAct: () => void;
  /** Requests worth waiting for; held connections are not. */
  readonly inFlight: (scope?: RequestScope) => readonly HTTPRequest[];
  /** Time until all current requests count as held connections. */
  readonly untilAllAreHeldMs: () => number;
  /** `performance.now()` of the last start or end of a request. */
  readonly lastChangeAt: (scope?: RequestScope) => number;
  readonly nextChange: () => Promise<void>;
  /**
   * Why the last document that could not be loaded into the page's main frame failed:
   * `net::ERR_NAME_NOT_RESOLVED`.
   */
  readonly documentProblem: () => string | undefined;
  /** Address of that document, which redirects may have changed. */
  readonly failedDocumentUrl: () => string | undefined;
}

export function watchNetwork(listeners: PageListeners): NetworkActivity {
  const requests = createOpenRequests();
  let failedDocument: HTTPRequest | undefined;
  listeners.on('request', (request) => {
    if (!neverWaitedFor.has(request.resourceType()) && !isForIcon(request)) requests.begin(request);
  });
  listeners.on('requestfinished', (request) => requests.end(request));
  listeners.on('requestfailed', (request) => {
    requests.end(request);
    if (isForMainDocument(request)) failedDocument = request;
  });
  return {
    ...requests,
    documentProblem: () => failedDocument?.failure()?.errorText,
    failedDocumentUrl: () => failedDocument?.url(),
  };
}

/** The requests that are worth waiting for, with the times of their changes. */
function createOpenRequests() {
  const startedAt = new Map<HTTPRequest, number>();
  const held = createHeldConnections();
  const recurring = createRecurringRequests();
  const notice = createChangeNotice();
  const never = Number.NEGATIVE_INFINITY;
  let actAt = never;
  let lastChange = { at: never, ofActAt: never };
  const forgetHeld = () => {
    for (const [request, started] of startedAt) {
      if (untilHeldMs(started, actAt) > 0 || isForMainDocument(request)) continue;
      startedAt.delete(request);
      held.add(request);
    }
  };
  const noteChange = (started: number) => {
    const at = performance.now();
    lastChange = { at, ofActAt: started >= actAt ? at : lastChange.ofActAt };
    notice.announce();
  };
  return {
    begin(request: HTTPRequest) {
      const started = performance.now();
      if (held.goesOn(request, started) || recurring.note(request, started)) return;
      startedAt.set(request, started);
      noteChange(started);
    },
    end(request: HTTPRequest) {
      forgetHeld();
      held.end(request);
      const started = startedAt.get(request);
      if (startedAt.delete(request) && started !== undefined) noteChange(started);
    },
    markAct() {
      actAt = performance.now();
      recurring.markAct(actAt);
      lastChange = { ...lastChange, ofActAt: never };
    },
    inFlight(scope?: RequestScope) {
      forgetHeld();
      const open = [...startedAt].filter(([, started]) => !scope?.sinceLastAct || started >= actAt);
      return open.map(([request]) => request);
    },
    untilAllAreHeldMs: () =>
      Math.max(0, ...[...startedAt.values()].map((started) => untilHeldMs(started, actAt))),
    lastChangeAt: (scope?: RequestScope) =>
      scope?.sinceLastAct ? lastChange.ofActAt : lastChange.at,
    nextChange: notice.next,
  };
}

/** Connections that a server holds open until it has something to send. */
function createHeldConnections() {
  const held = new Set<HTTPRequest>();
  const heldUntil = new Map<string, number>();
  return {
    add: (request: HTTPRequest) => void held.add(request),
    /** Whether the request, which starts at this time, continues a held one that has just ended. */
    goesOn(request: HTTPRequest, at: number): boolean {
      const until = heldUntil.get(addressOf(request));
      if (until === undefined || at - until >= REOPENED_WITHIN_MS) return false;
      held.add(request);
      return true;
    },
    end(request: HTTPRequest) {
      if (held.delete(request)) heldUntil.set(addressOf(request), performance.now());
    },
  };
}

/**
 * A main document never counts as a held connection; only a frame may wait for its document
 * forever.
 */
function isForMainDocument(request: HTTPRequest): boolean {
  return request.isNavigationRequest() && !request.frame()?.parentFrame();
}

/**
 * Whether the browser requests the page's icon, which changes nothing in the document. Requests for
 * the document's content have another type, a script or the parser as initiator, or a fragment: the
 * filters and shapes of an SVG that a style refers to.
 */
function isForIcon(request: HTTPRequest): boolean {
  if (request.resourceType() !== 'other' || request.initiator()?.type !== 'other') return false;
  return !request.url().includes('#');
}

/** Time until a request counts as a held connection. */
function untilHeldMs(started: number, actAt: number): number {
  const isCaused = Number.isFinite(actAt) && started >= actAt;
  return started + (isCaused ? CAUSED_CONNECTION_MS : HELD_CONNECTION_MS) - performance.now();
}

/** Without the query: a poll changes it every time. */
function addressOf(request: HTTPRequest): string {
  return request.url().split('?', 1)[0] ?? '';
}
