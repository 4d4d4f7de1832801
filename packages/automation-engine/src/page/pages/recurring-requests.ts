import type { HTTPRequest } from 'puppeteer';
import { runForAct, runForPage } from '../motion/in-page/ledger.ts';

interface History {
  /** The last request, digits included. */
  text: string;
  /** Whether its digits change. */
  varies: boolean;
  readonly firstAt: number;
  lastAt: number;
  count: number;
  /** Whether it recurred before an act. */
  hasRecurred: boolean;
  sinceAct: number;
}

/** Recognises requests that a page sends repeatedly, regardless of the run: polls. */
export interface RecurringRequests {
  /** Records a request that starts at this time. Returns whether it recurs. */
  readonly note: (request: HTTPRequest, at: number) => boolean;
  /** Marks the start of an act: requests sent steadily up to now recur. */
  readonly markAct: (at: number) => void;
}

const FEWEST_REQUESTS = 3;
const MOST_HISTORIES = 500;

export function createRecurringRequests(): RecurringRequests {
  const histories = new Map<string, History>();
  let hasActed = false;
  return {
    note(request, at) {
      const text = textOf(request);
      const callers = callersOf(request);
      const key = `${text.replaceAll(/\d+/g, '0')} ${callers}`;
      const history = histories.get(key);
      const timing = history && timingOf(history, at);
      const isSame = !history || text === history.text;
      const isCollected = history !== undefined && history.count >= FEWEST_REQUESTS;
      // A request that is too early is not the poll's, nor is one with new digits when all earlier
      // ones had the same.
      if (timing === 'early' || (isCollected && !isSame && !history.varies)) return false;
      if (!history || timing === 'late') {
        if (histories.size >= MOST_HISTORIES) histories.clear();
        const start = { firstAt: at, lastAt: at, count: 1, hasRecurred: false, sinceAct: 1 };
        histories.set(key, { text, varies: false, ...start });
        return false;
      }
      Object.assign(history, { text, varies: history.varies || !isSame, lastAt: at });
      history.count += 1;
      history.sinceAct += 1;
      // After an `await`, nothing distinguishes the request of an act from that of a poll that
      // calls the same function.
      if (hasActed && history.sinceAct === 1 && !namesCause(callers)) return false;
      const isKnown = history.hasRecurred || !hasActed;
      return isKnown && history.count > FEWEST_REQUESTS;
    },
    markAct(at) {
      hasActed = true;
      for (const [key, history] of histories) {
        history.sinceAct = 0;
        history.hasRecurred ||=
          history.count >= FEWEST_REQUESTS && at - history.lastAt < 2 * gapOf(history);
        // Requests that several acts have caused are not steady.
        if (!history.hasRecurred) histories.delete(key);
      }
    },
  };
}

/**
 * A request of an act may look like one of a poll, but is rarely sent when the poll's next one is
 * due.
 */
function timingOf(history: History, at: number): 'early' | 'due' | 'late' {
  if (history.count < FEWEST_REQUESTS) return 'due';
  const gapMs = gapOf(history);
  const sinceLastMs = at - history.lastAt;
  if (sinceLastMs < 0.6 * gapMs) return 'early';
  return sinceLastMs > 1.6 * gapMs + 20 ? 'late' : 'due';
}

function gapOf({ firstAt, lastAt, count }: History): number {
  return (lastAt - firstAt) / Math.max(1, count - 1);
}

/**
 * A poll sends its requests from the same place in the scripts. The tracker's own functions are
 * among the callers.
 */
function callersOf(request: HTTPRequest): string {
  const { callFrames = [] } = request.initiator()?.stack ?? {};
  return callFrames
    .slice(0, 50)
    .map(({ functionName, url, lineNumber, columnNumber }) =>
      [functionName, url, lineNumber, columnNumber].join(':'),
    )
    .join(' ');
}

/** Whether the callers show if the last act led to the request. */
function namesCause(callers: string): boolean {
  return [runForAct, runForPage].some(({ name }) => callers.includes(`${name}:`));
}

/** Returns the text that identifies a request. Its digits may be a counter or a time. */
function textOf(request: HTTPRequest): string {
  return `${request.method()} ${request.url()} ${request.postData() ?? ''}`.slice(0, 2000);
}
