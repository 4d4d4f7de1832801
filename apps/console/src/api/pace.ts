/** Names what is stale: the first elements of a query key, or a task that the lists look up. */
export type StaleKey = readonly unknown[];

interface PaceOptions {
  /** Refreshes what is stale. Returns what must be refreshed again, as its refresh failed. */
  readonly refresh: (keys: readonly StaleKey[]) => Promise<readonly StaleKey[]>;
  /** Called when refreshes keep failing, and once they succeed again. */
  readonly onStale: (isStale: boolean) => void;
  readonly signal: AbortSignal;
  /** Minimum interval between refreshes while many events arrive. */
  readonly paceMs: number;
}

/** Pauses after failures grow up to this many intervals. */
const MOST_INTERVALS = 16;
/** A single failure is not reported. */
const SAID_AFTER = 2;

interface Pace {
  /** Refreshes this soon. */
  readonly add: (key: StaleKey) => void;
  /** Whether anything is still to be refreshed. */
  readonly isBehind: () => boolean;
}

/** Collects what became stale and refreshes it together, until that has succeeded. */
export function createPace({ refresh, onStale, signal, paceMs }: PaceOptions): Pace {
  const stale = new Map<string, StaleKey>();
  let isWaiting = false;
  let running = 0;
  let failures = 0;
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void run(), paceMs * Math.min(MOST_INTERVALS, 2 ** failures));
  };
  const run = async () => {
    if (signal.aborted) return;
    const keys = [...stale.values()];
    stale.clear();
    isWaiting = false;
    running += 1;
    const failed = await refresh(keys);
    running -= 1;
    for (const key of failed) stale.set(JSON.stringify(key), key);
    if (signal.aborted) return;
    if (failed.length === 0) {
      if (failures >= SAID_AFTER) onStale(false);
      failures = 0;
      return;
    }
    failures += 1;
    if (failures === SAID_AFTER) onStale(true);
    wait();
  };
  return {
    add(key) {
      stale.set(JSON.stringify(key), key);
      wait();
    },
    isBehind: () => running > 0 || stale.size > 0,
  };
}
