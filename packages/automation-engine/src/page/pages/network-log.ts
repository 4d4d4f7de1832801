import type { HTTPRequest, Page } from 'puppeteer';
import { type BodyReader, createBodyReader, requestId } from './body-reader.ts';
import { createChangeNotice } from '../browser/change-notice.ts';
import { type NetworkCall, recordCall, sourceOfRequest } from './network-call.ts';
import {
  type CallObserver,
  type CallSource,
  type EarlyListener,
  isPreflight,
  keyOfCall,
  watchNewPageCalls,
} from './new-page-calls.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import type { RunLimits } from '../../run-limits.ts';
import { createRecentCalls, type RecentCalls } from './recent-calls.ts';

/** The calls that a step of the automation will look for. */
export interface WantedCalls {
  /** A matching call has all of these strings in its URL. */
  readonly urlParts: readonly string[];
  /** Whether the body of the response is kept: the browser forgets it when the page navigates. */
  readonly needsBody: boolean;
}

/**
 * The calls that the pages of a run have started since the last interaction and that a step will
 * look for.
 */
export interface NetworkLog extends AsyncDisposable {
  /** The last of these calls, up to the limit of the run. */
  readonly calls: () => readonly NetworkCall[];
  readonly assertNoneLost: RecentCalls['assertNoneLost'];
  readonly nextChange: () => Promise<void>;
  /** Marks the start of an interaction: earlier calls no longer count. */
  readonly clear: () => void;
  readonly listen: (listeners: PageListeners, page: Page) => Promise<void>;
  /**
   * Returns what listens to one new page that is still held back. `listen` may follow: no call is
   * recorded twice.
   */
  readonly listenEarly: () => EarlyListener;
}

export function createNetworkLog(
  wanted: readonly WantedCalls[],
  limits: Pick<RunLimits, 'maxRecordedCalls'>,
): NetworkLog {
  const notice = createChangeNotice();
  const bodies = createBodyReader();
  const calls = createRecentCalls(limits);
  const observer = recordInto(calls, { wanted, bodies, onChange: notice.announce });
  const keepsBodies = wanted.some(({ needsBody }) => needsBody);
  const keys = new WeakMap<HTTPRequest, string>();
  const end = (request: HTTPRequest) =>
    observer.onEnd(keys.get(request) ?? '', { hasFailed: request.failure() !== null });
  return {
    calls: calls.all,
    assertNoneLost: calls.assertNoneLost,
    nextChange: notice.next,
    clear() {
      calls.clear();
      bodies.release();
    },
    async listen(listeners, page) {
      if (wanted.length === 0) return;
      listeners.on('request', (request) => {
        if (isPreflight(request.initiator())) return;
        // All requests of a redirect share one growing chain; only at this moment does it end just
        // before this request.
        const key = keyOfCall(requestId(request), request.redirectChain().length);
        keys.set(request, key);
        observer.onBegin(key, sourceOfRequest(request, bodies));
      });
      listeners.on('response', notice.announce);
      listeners.on('requestfinished', end);
      listeners.on('requestfailed', end);
      if (keepsBodies) await bodies.open(page);
    },
    listenEarly() {
      const watch = watchNewPageCalls(observer);
      return async (session) => {
        if (wanted.length === 0) return;
        await Promise.all([
          watch(session),
          keepsBodies ? bodies.openSession(session) : session.send('Network.enable'),
        ]);
      };
    },
    [Symbol.asyncDispose]: () => bodies[Symbol.asyncDispose](),
  };
}

interface Recording {
  readonly wanted: readonly WantedCalls[];
  readonly bodies: BodyReader;
  readonly onChange: () => void;
}

function recordInto(
  calls: RecentCalls,
  { wanted, bodies, onChange }: Recording,
): CallObserver<CallSource> {
  return {
    onBegin(key, source) {
      if (calls.get(key) || findUses(source.url, wanted).length === 0) return;
      calls.add(key, recordCall(source, bodies));
      onChange();
    },
    onChange,
    onEnd(key, { hasFailed }) {
      const call = calls.get(key);
      if (!call) return;
      call.isOpen = false;
      const needsBody = findUses(call.url, wanted).some((use) => use.needsBody);
      if (needsBody && !hasFailed) void call.responseBody();
      onChange();
    },
  };
}

function findUses(url: string, wanted: readonly WantedCalls[]): readonly WantedCalls[] {
  if (!/^https?:/i.test(url)) return [];
  return wanted.filter(({ urlParts }) => urlParts.every((part) => url.includes(part)));
}
