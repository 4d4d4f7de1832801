import { type Errand, dataOf, ErrandError } from '@errand/client';
import type { QueryClient } from '@tanstack/react-query';
import { followAccount, type Following } from './follow-account.ts';
import { pause } from './pause.ts';

/** Delay between attempts to reach a server that the client has given up on. */
const PAUSE_MS = 10_000;

interface KeepFollowing extends Following {
  /** Called when live updates stop, and when they resume. */
  readonly onLive: (isLive: boolean) => void;
  readonly pauseMs?: number;
}

/**
 * Keeps the page up to date until the signal fires, however long the server is unreachable; nothing
 * that happened meanwhile is lost. Throws ErrandError once the key is no longer valid, or may not
 * read events.
 */
export async function keepFollowing(
  errand: Errand,
  client: QueryClient,
  { onLive, pauseMs = PAUSE_MS, ...following }: KeepFollowing,
): Promise<void> {
  const { signal } = following;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      // Events may be rare, so only a request shows that the server is back. The first one shows
      // whether another tab has replaced the account while this one was hidden.
      await dataOf(errand.api.GET('/api/v1/me', { signal }));
      if (!isFirst) onLive(true);
      await followAccount(errand, client, following);
    } catch (error) {
      if (signal.aborted) return;
      onLive(false);
      if (error instanceof ErrandError && (error.status === 401 || error.status === 403))
        throw error;
    }
    await pause(pauseMs, signal);
  }
}
