import { type Errand, dataOf, ErrandError } from '@errand/client';
import type { QueryClient } from '@tanstack/react-query';
import { followAccount, type Following } from './follow-account.ts';
import { pause } from './pause.ts';

/** Delay between attempts to reach a server that the client has given up on. */
const PAUSE_MS = 10_000;

interface KeepFollowing extends Following {
  readonly pauseMs?: number;
}

/**
 * Keeps the page up to date until the signal fires, however long the server is unreachable; nothing
 * that happened in the meantime is lost. Throws ErrandError once the key is no longer valid, or may
 * not read events.
 */
export async function keepFollowing(
  errand: Errand,
  client: QueryClient,
  { pauseMs = PAUSE_MS, ...following }: KeepFollowing,
): Promise<void> {
  const { signal, onLive } = following;
  while (!signal.aborted) {
    try {
      // Shows whether another tab has replaced the account while this one was hidden.
      await dataOf(errand.api.GET('/api/v1/me', { signal }));
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
