import type { Logger } from '@errand/app-runtime';
import { Worker } from 'node:worker_threads';
import type { Heartbeat, WorkerClient } from '../control-plane-client.ts';
import { type Beat, BEAT_CLOCK, sharedNow } from './beat.ts';

/** In diagnostic reports of Node. */
export const THREAD_NAME = 'heartbeats';
/** A thread takes 10 MB, and as much processor time to start as a step of a task. */
const KEEP_MS = 30_000;

/**
 * Sends heartbeats while the main thread is too busy to: in a private handler that computes, or on
 * a page of many megabytes. A main thread that never recovers keeps its leases until the tasks time
 * out, which the control plane enforces. The thread runs only while there is something to renew.
 */
export interface HeartbeatThread extends AsyncDisposable {
  /**
   * Call this with each heartbeat that is sent, and whenever the set of leases or sessions changes.
   */
  readonly follow: (heartbeat: Heartbeat, intervalMs: number) => void;
  /**
   * When the thread last renewed everything it follows, on the `performance` clock. Undefined:
   * never.
   */
  readonly renewedAt: () => number | undefined;
}

export function startHeartbeatThread({
  client,
  logger,
  keepMs = KEEP_MS,
}: {
  readonly client: Pick<WorkerClient, 'access'>;
  /** How long the thread stays without leases and sessions. Default 30 s. */
  readonly keepMs?: number;
  readonly logger: Logger;
}): HeartbeatThread {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const clock = new BigInt64Array(shared);
  const thread = createThread(shared, { keepMs, logger });
  return {
    follow(heartbeat, intervalMs) {
      Atomics.store(clock, BEAT_CLOCK.sentAt, sharedNow());
      const access = client.access();
      if (!access) return;
      const { workerId: worker_id, url, headers } = access;
      const beat: Beat = { url, headers, body: { worker_id, ...heartbeat }, intervalMs };
      thread.follow(beat);
    },
    renewedAt() {
      const at = Atomics.load(clock, BEAT_CLOCK.renewedAt);
      if (at === 0n) return undefined;
      return performance.now() - Number(sharedNow() - at) / 1_000;
    },
    [Symbol.asyncDispose]: () => thread.end(),
  };
}

/** A thread that runs while there is something to renew, and for `keepMs` after that. */
function createThread(
  clock: SharedArrayBuffer,
  { keepMs, logger }: { readonly keepMs: number; readonly logger: Logger },
) {
  let thread: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  const start = (): Worker => {
    const options = { name: THREAD_NAME, workerData: clock };
    const started = new Worker(new URL('main.ts', import.meta.url), options);
    started.unref();
    // Heartbeats then come from the main thread only, while it is not busy.
    started.on('error', (error) => logger.error('heartbeat thread ended', { error }));
    return started;
  };
  const keep = (): void => {
    clearTimeout(ending);
    ending = undefined;
  };
  const end = async (): Promise<void> => {
    keep();
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  return {
    follow(beat: Beat): void {
      if (beat.body.leases.length + beat.body.sessions.length > 0) {
        keep();
        thread ??= start();
      } else if (thread) {
        ending ??= setTimeout(() => void end(), keepMs).unref();
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread?.postMessage(beat);
    },
    end,
  };
}
