import { pauseUntilAborted } from '@errand/foundation';
import { round } from '../bench/statistics.ts';
import type { Installation } from './installation.ts';

/** What connections to PostgreSQL were doing or waiting for. */
export interface Wait {
  readonly connections: string;
  /** `idle in transaction`: the transaction waits for the control plane. */
  readonly state: string;
  readonly event: string;
  /** How many connections, on average. */
  readonly mean: number;
}

export interface Waits extends AsyncDisposable {
  /** The most frequent waits, without idle connections. */
  readonly list: () => readonly Wait[];
}

const INTERVAL_MS = 250;
const MOST = 20;

/** Samples all connections of control planes a few times per second until disposed. */
export function watchWaits({ query }: Installation): Waits {
  const counts = new Map<string, { readonly wait: Omit<Wait, 'mean'>; count: number }>();
  const stopping = new AbortController();
  let samples = 0;
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const rows = await query<Omit<Wait, 'mean'>>(
        `SELECT application_name AS connections, state, coalesce(wait_event_type || ' ' || wait_event, 'none') AS event
         FROM pg_stat_activity WHERE application_name LIKE 'errand-%' AND state <> 'idle'`,
      );
      samples += 1;
      for (const wait of rows) {
        const key = JSON.stringify(wait);
        const entry = counts.get(key) ?? { wait, count: 0 };
        entry.count += 1;
        counts.set(key, entry);
      }
      await pauseUntilAborted(INTERVAL_MS, stopping.signal);
    }
  };
  const looking = look();
  return {
    list: () =>
      [...counts.values()]
        .toSorted((one, other) => other.count - one.count)
        .slice(0, MOST)
        .map(({ wait, count }) => ({ ...wait, mean: round(count / samples) })),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking;
    },
  };
}
