import { setTimeout as delay } from 'node:timers/promises';
import { abortable } from '@errand/foundation';
import type { CDPSession, Protocol } from 'puppeteer';
import type { RecordedEvent } from './recorded-events.ts';

/**
 * A starved machine may take seconds to change a page's process. Shorter than a run waits for a
 * recording.
 */
const READABLE_WITHIN_MS = 3_000;
const RETRY_MS = 50;
const typedTransitions = new Set(['typed', 'address_bar', 'auto_bookmark', 'generated', 'keyword']);

type Entry = Protocol.Page.NavigationEntry;
type History = Protocol.Page.GetNavigationHistoryResponse;
type Move = Pick<Extract<RecordedEvent, { kind: 'navigated' }>, 'entries' | 'url' | 'way'>;

interface Seen {
  readonly history: History;
  /** Whether the page has moved since then, and that move could not be read. */
  readonly isOutdated: boolean;
}

/**
 * Compares the history of a page with what it was before each navigation. Call the returned
 * function once for each, in order; it returns undefined when the page is gone or its history stays
 * unreadable.
 */
export function followHistory(
  session: CDPSession,
): (isSameDocument: boolean) => Promise<Move | undefined> {
  const known = new Set<number>();
  let last = readHistory(session).then(see);
  return async (isSameDocument) => {
    const earlier = last;
    const reading = readHistory(session);
    last = reading.then(async (read) => {
      const seen = see(read) ?? (await earlier);
      return read || !seen ? seen : { ...seen, isOutdated: true };
    });
    const [before, now] = await Promise.all([earlier, reading]);
    for (const { id } of before?.history.entries ?? []) known.add(id);
    if (!now) return undefined;
    const entry = now.entries[now.currentIndex];
    const entries = (before ? indexBefore(now, before, known) : 0) - now.currentIndex;
    const isNew = entry !== undefined && !known.has(entry.id);
    const transition = wayOf(entry?.transitionType ?? '');
    // A page that changes its address within an entry keeps the transition of that entry.
    const fallback = isSameDocument && !isNew ? 'other' : transition;
    const way = entries > 0 ? 'back' : entries < 0 && !isNew ? 'forward' : fallback;
    // Within a document, and after going forward, the typed address may be that of another entry.
    const isAsTyped = !isSameDocument && way !== 'forward';
    return { way, entries, url: (isAsTyped ? entry?.userTypedURL : entry?.url) ?? '' };
  };
}

function see(history: History | undefined): Seen | undefined {
  return history && { history, isOutdated: false };
}

/** After moves that could not be read, the page was at the last entry that they left. */
function indexBefore(
  now: History,
  { history, isOutdated }: Seen,
  known: ReadonlySet<number>,
): number {
  const isLeft = ({ id }: Entry, index: number) => !known.has(id) && index !== now.currentIndex;
  const left = isOutdated ? now.entries.findLastIndex(isLeft) : -1;
  return left === -1 ? history.currentIndex : left;
}

/** While a page changes processes, reading fails. */
async function readHistory(session: CDPSession): Promise<History | undefined> {
  const signal = AbortSignal.timeout(READABLE_WITHIN_MS);
  while (!session.detached && !signal.aborted) {
    const reading = abortable(session.send('Page.getNavigationHistory'), signal);
    const [read] = await Promise.allSettled([reading]);
    if (read.status === 'fulfilled') return read.value;
    await delay(RETRY_MS);
  }
  return undefined;
}

function wayOf(transition: string): 'typed' | 'reload' | 'other' {
  if (transition === 'reload') return 'reload';
  return typedTransitions.has(transition) ? 'typed' : 'other';
}
