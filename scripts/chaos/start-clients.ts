import { setTimeout as delay } from 'node:timers/promises';
import type { ClientContext } from './client.ts';
import { followTask } from './follow-task.ts';
import { readTasks } from './read-tasks.ts';

/**
 * After the last task ends, a stream sends its end at most half a second later, maybe after a
 * reconnect.
 */
const STREAM_PATIENCE_MS = 30_000;
const LOOK_INTERVAL_MS = 200;

interface Clients {
  readonly stopReading: () => Promise<void>;
  /** Waits until the streams of finished tasks end. */
  readonly stopFollowing: () => Promise<void>;
}

/** Starts clients that read at random, and clients that follow their tasks from the start. */
export function startClients(client: ClientContext, random: () => number): Clients {
  const reading = new AbortController();
  const following = new AbortController();
  const reads = readTasks(client, random, reading.signal);
  const streams: Promise<void>[] = [];
  const follows = followNew(client, { streams, submitting: reading.signal }, following.signal);
  return {
    async stopReading() {
      reading.abort();
      await reads;
      await follows;
    },
    async stopFollowing() {
      const patience = setTimeout(() => following.abort(), STREAM_PATIENCE_MS);
      await Promise.all(streams);
      clearTimeout(patience);
    },
  };
}

async function followNew(
  client: ClientContext,
  to: { readonly streams: Promise<void>[]; readonly submitting: AbortSignal },
  signal: AbortSignal,
): Promise<void> {
  let seen = 0;
  for (let isLast = false; !isLast;) {
    isLast = to.submitting.aborted;
    for (; seen < client.known.length; seen += 1) {
      const task = client.known[seen];
      if (task?.wantsStream) to.streams.push(followTask(client, task, signal));
    }
    await delay(LOOK_INTERVAL_MS);
  }
}
