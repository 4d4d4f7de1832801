import { parentPort, workerData } from 'node:worker_threads';
import type { HeartbeatAnswer } from '../control-plane-client.ts';
import { type Beat, BEAT_CLOCK, sharedNow } from './beat.ts';

const LOOK_EVERY_MS = 250;
/** The main thread counts as busy when its heartbeat is overdue by half an interval. */
const LATE = 1.5;

const clock = new BigInt64Array(workerData as SharedArrayBuffer);
let followed: Beat | undefined;
let isSending = false;
parentPort?.on('message', (beat: Beat) => {
  followed = beat;
});
setInterval(() => void standIn(), LOOK_EVERY_MS);

/**
 * Sends the heartbeat that the main thread is late with. The rest of the response is ignored: the
 * main thread gets it with its own next heartbeat.
 */
async function standIn(): Promise<void> {
  const beat = followed;
  if (!beat || isSending || beat.body.leases.length + beat.body.sessions.length === 0) return;
  const renewedAt = Atomics.load(clock, BEAT_CLOCK.renewedAt);
  const sentAt = Atomics.load(clock, BEAT_CLOCK.sentAt);
  const lastAt = sentAt > renewedAt ? sentAt : renewedAt;
  const now = sharedNow();
  if (Number(now - lastAt) / 1_000 < beat.intervalMs * LATE) return;
  isSending = true;
  try {
    if (await renew(beat)) Atomics.store(clock, BEAT_CLOCK.renewedAt, now);
  } catch {
    // The next check retries.
  } finally {
    isSending = false;
  }
}

async function renew({ url, headers, body, intervalMs }: Beat): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(Math.ceil(intervalMs)),
  });
  const answer = (await response.json()) as HeartbeatAnswer;
  return response.ok && answer.leases.every(({ state }) => state === 'held');
}
