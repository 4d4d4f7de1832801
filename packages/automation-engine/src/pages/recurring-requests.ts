import type { HTTPRequest } from 'puppeteer';

interface History {
  /** The last request, digits included. */
  text: string;
  /** Its digits are not always the same. */
  varies: boolean;
  readonly firstAt: number;
  lastAt: number;
  count: number;
  /** Before an act. */
  hasRecurred: boolean;
}

/** Knows the requests that a page sends again and again, whatever the run does: polls. */
export interface RecurringRequests {
  /** Whether the request that begins at this time is one of them. */
  readonly note: (request: HTTPRequest, at: number) => boolean;
  /** An act is about to begin: what has been sent steadily up to now recurs. */
  readonly markAct: (at: number) => void;
}

const fewestRequests = 3;
const mostHistories = 500;

export function createRecurringRequests(): RecurringRequests {
  const histories = new Map<string, History>();
  let hasActed = false;
  return {
    note(request, at) {
      const text = textOf(request);
      const key = text.replaceAll(/\d+/g, '0');
      const history = histories.get(key);
      const timing = history && timingOf(history, at);
      const isSame = !history || text === history.text;
      const isCollected = history !== undefined && history.count >= fewestRequests;
      // One that comes too soon is somebody else's, and so is one with other digits than all before.
      if (timing === 'early' || (isCollected && !isSame && !history.varies)) return false;
      if (!history || timing === 'late') {
        if (histories.size >= mostHistories) histories.clear();
        const start = { firstAt: at, lastAt: at, count: 1, hasRecurred: false };
        histories.set(key, { text, varies: false, ...start });
        return false;
      }
      Object.assign(history, { text, varies: history.varies || !isSame, lastAt: at });
      history.count += 1;
      const isKnown = history.hasRecurred || !hasActed;
      return isKnown && history.count > fewestRequests;
    },
    markAct(at) {
      hasActed = true;
      for (const [key, history] of histories) {
        history.hasRecurred ||=
          history.count >= fewestRequests && at - history.lastAt < 2 * gapOf(history);
        // What an act causes is not steady because earlier acts have caused it too.
        if (!history.hasRecurred) histories.delete(key);
      }
    },
  };
}

/** A request of an act may look like one of a poll, but hardly comes when that is due. */
function timingOf(history: History, at: number): 'early' | 'due' | 'late' {
  if (history.count < fewestRequests) return 'due';
  const gapMs = gapOf(history);
  const sinceLastMs = at - history.lastAt;
  if (sinceLastMs < 0.6 * gapMs) return 'early';
  return sinceLastMs > 1.6 * gapMs + 20 ? 'late' : 'due';
}

function gapOf({ firstAt, lastAt, count }: History): number {
  return (lastAt - firstAt) / Math.max(1, count - 1);
}

/** Digits in it may count the requests or name the time. */
function textOf(request: HTTPRequest): string {
  return `${request.method()} ${request.url()} ${request.postData() ?? ''}`.slice(0, 2000);
}
