import type { Logger } from '@errand/app-runtime';
import { openDeadline } from '@errand/foundation';
import type { Transaction } from '../database/transaction.ts';
import { listenToChannel } from '../queue/listen-to-channel.ts';
import { TooManyBellsError } from './too-many-bells-error.ts';

/** The payload is the worker id. SQL functions also notify on this channel. */
const CHANNEL = 'errand_bell';
const MAX_WAITING = 2_000;
/** How long an unheard ring is kept. A worker waits again within this time after its last wait. */
const REMEMBER_MS = 10_000;

/** Signals workers to send a heartbeat before the next one is due. It carries nothing else. */
export interface Bell extends AsyncDisposable {
  /**
   * Calls `onRing` at each ring for the worker and whenever rings may have been missed, until
   * disposed.
   */
  readonly watch: (workerId: string, onRing: () => void) => Disposable;
  /**
   * Resolves with true when the worker's bell rings, or if it rang in the last few seconds while
   * nothing listened; with false after `waitSeconds` or when the signal fires. Throws
   * TooManyBellsError.
   */
  readonly wait: (wait: {
    readonly workerId: string;
    readonly waitSeconds: number;
    readonly signal: AbortSignal;
  }) => Promise<boolean>;
}

/** Rings in every listening process when the transaction commits. */
export async function ringBell(transaction: Transaction, workerId: string): Promise<void> {
  await transaction.query('SELECT pg_notify($1, $2)', [CHANNEL, workerId]);
}

/** Listens for the rings of all workers on one connection. */
export async function openBell(options: {
  readonly url: string;
  readonly logger: Logger;
  /** How many workers may wait concurrently. Default 2000. */
  readonly maxWaiting?: number;
}): Promise<Bell> {
  const maxWaiting = options.maxWaiting ?? MAX_WAITING;
  const watchers = new Map<string, Set<() => void>>();
  const missed = createMissedRings();
  let waiting = 0;
  const call = (workerId: string): void => watchers.get(workerId)?.forEach((onRing) => onRing());
  const listener = await listenToChannel({
    ...options,
    channel: CHANNEL,
    onPayload(workerId) {
      missed.add(workerId);
      call(workerId);
    },
    onReconnect: () => [...watchers.keys()].forEach(call),
  });
  const watch: Bell['watch'] = (workerId, onRing) => {
    const ofWorker = watchers.get(workerId) ?? new Set();
    watchers.set(workerId, ofWorker.add(onRing));
    return {
      [Symbol.dispose]() {
        ofWorker.delete(onRing);
        if (ofWorker.size === 0) watchers.delete(workerId);
      },
    };
  };
  return {
    watch,
    async wait({ workerId, waitSeconds, signal }) {
      if (waiting >= maxWaiting) throw new TooManyBellsError(maxWaiting);
      const rung = Promise.withResolvers<void>();
      using _watch = watch(workerId, rung.resolve);
      waiting += 1;
      const isHeard = missed.has(workerId) || (await settles(rung.promise, waitSeconds, signal));
      waiting -= 1;
      if (isHeard) missed.delete(workerId);
      return isHeard;
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}

/**
 * Rings that arrive between two waits of a worker. Drops old ones, because the worker may never
 * return.
 */
function createMissedRings() {
  const rungAt = new Map<string, number>();
  return {
    add(workerId: string): void {
      // Re-inserting moves the entry to the end, so the oldest entries stay in front.
      rungAt.delete(workerId);
      rungAt.set(workerId, performance.now());
      for (const [oldest, at] of rungAt) {
        if (!isOld(at)) break;
        rungAt.delete(oldest);
      }
    },
    has: (workerId: string): boolean => !isOld(rungAt.get(workerId) ?? -Infinity),
    delete: (workerId: string): boolean => rungAt.delete(workerId),
  };
}

function isOld(rungAt: number): boolean {
  return performance.now() - rungAt > REMEMBER_MS;
}

/** Whether the promise settles before the time is up or the signal fires. */
async function settles(
  promise: Promise<void>,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  using deadline = openDeadline(signal, waitSeconds * 1_000);
  if (deadline.signal.aborted) return false;
  const ended = Promise.withResolvers<false>();
  deadline.signal.addEventListener('abort', () => ended.resolve(false), { once: true });
  return await Promise.race([promise.then(() => true), ended.promise]);
}
