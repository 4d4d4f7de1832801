import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Protocol } from 'puppeteer';
import type { RecordedEvent } from './recorded-events.ts';

/**
 * A starved machine may take seconds to change a page's process. Shorter than a run waits for a
 * recording.
 */
const READABLE_WITHIN_MS = 3_000;
const RETRY_MS = 50;
const typedTransitions = new Set(['typed', 'address_bar', 'auto_bookmark', 'generated', 'keyword']);

type History = Protocol.Page.GetNavigationHistoryResponse;
type Move = Pick<Extract<RecordedEvent, { kind: 'navigated' }>, 'entries' | 'url' | 'way'>;

/**
 * Compares the history of a page with what it was before each navigation. Call the returned
 * function once for each, in order; it returns undefined when the page is gone or its history stays
 * unreadable.
 */
export function followHistory(
  session: CDPSession,
): (isSameDocument: boolean) => Promise<Move | undefined> {
  const known = new Set<number>();
  let last: Promise<History | undefined> = readHistory(session);
  return async (isSameDocument) => {
    const earlier = last;
    last = readHistory(session);
    const [before, now] = await Promise.all([earlier, last]);
    for (const { id } of before?.entries ?? []) known.add(id);
    if (!now) return undefined;
    const entry = now.entries[now.currentIndex];
    const entries = (before?.currentIndex ?? 0) - now.currentIndex;
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

/** While a page changes processes, reading fails. */
async function readHistory(session: CDPSession): Promise<History | undefined> {
  const lastTryAt = performance.now() + READABLE_WITHIN_MS;
  while (!session.detached && performance.now() < lastTryAt) {
    const [read] = await Promise.allSettled([session.send('Page.getNavigationHistory')]);
    if (read.status === 'fulfilled') return read.value;
    await delay(RETRY_MS);
  }
  return undefined;
}

function wayOf(transition: string): 'typed' | 'reload' | 'other' {
  if (transition === 'reload') return 'reload';
  return typedTransitions.has(transition) ? 'typed' : 'other';
}
