import type { Logger } from '@errand/app-runtime';
import { Worker } from 'node:worker_threads';
import type { Heartbeat, WorkerClient } from '../control-plane-client.ts';
import { type Beat, BEAT_CLOCK, sharedNow } from './beat.ts';

/**
 * Sends heartbeats while the main thread is too busy to: in a private handler that computes, or on
 * a page of many megabytes. A main thread that never recovers keeps its leases until the tasks time
 * out, which the control plane enforces.
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
}: {
  readonly client: Pick<WorkerClient, 'access'>;
  readonly logger: Logger;
}): HeartbeatThread {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const clock = new BigInt64Array(shared);
  const thread = new Worker(new URL('main.ts', import.meta.url), { workerData: shared });
  thread.unref();
  // Heartbeats then come from the main thread only, while it is not busy.
  thread.on('error', (error) => logger.error('heartbeat thread ended', { error }));
  return {
    follow(heartbeat, intervalMs) {
      Atomics.store(clock, BEAT_CLOCK.sentAt, sharedNow());
      const access = client.access();
      if (!access) return;
      const { workerId: worker_id, url, headers } = access;
      const beat: Beat = { url, headers, body: { worker_id, ...heartbeat }, intervalMs };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(beat);
    },
    renewedAt() {
      const at = Atomics.load(clock, BEAT_CLOCK.renewedAt);
      if (at === 0n) return undefined;
      return performance.now() - Number(sharedNow() - at) / 1_000;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
