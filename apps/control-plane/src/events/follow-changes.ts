import { pauseUntilAborted } from '@errand/foundation';
import { isDatabaseAway } from '../http/database-faults.ts';
import type { Watched } from './watch-rows.ts';

/**
 * Minimum interval between reads without known changes. Up to half of it is added at random, so
 * that listeners do not all read at the same time.
 */
const LOOK_AGAIN_MS = 20_000;
/** Delay after a failed read. */
const RETRY_MS = 2_000;

interface News<Event> {
  readonly events: readonly Event[];
  /** Whether more can be read immediately. */
  readonly hasMore: boolean;
  /** Whether nothing can follow. */
  readonly isFinal: boolean;
}

/** Reads what is new, and again after each change, until nothing can follow or the signal fires. */
export async function* followChanges<Event>(
  watched: Watched,
  signal: AbortSignal,
  read: () => Promise<News<Event>>,
): AsyncGenerator<Event> {
  // Reads at least once: otherwise listeners of a slow server would reconnect without progress.
  do {
    const news = await unlessAway(read);
    yield* news?.events ?? [];
    if (news?.hasMore) continue;
    if (news?.isFinal) return;
    await (news
      ? watched.next(signal, spread(LOOK_AGAIN_MS))
      : pauseUntilAborted(spread(RETRY_MS), signal));
  } while (!signal.aborted);
}

/**
 * Undefined while the database is down or overloaded: the reader has not advanced, so nothing is
 * lost by reading later.
 */
async function unlessAway<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

function spread(ms: number): number {
  return ms * (1 + Math.random() / 2);
}
