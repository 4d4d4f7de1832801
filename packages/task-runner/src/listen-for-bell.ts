import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import type { ControlPlaneClient } from './control-plane-client.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A draining control plane responds immediately that nothing happened. */
const SHORTEST_SILENCE_MS = 1_000;

/**
 * Keeps one poll open until `signal` fires. A ring between two polls is not lost: the next
 * heartbeat delivers the same news.
 */
export async function listenForBell(
  dependencies: {
    readonly client: Pick<ControlPlaneClient, 'waitForBell'>;
    readonly onRing: () => void;
    readonly logger: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const { client, onRing, logger } = dependencies;
  let pauseMs = 0;
  let poll = listenOnce(client, signal);
  while (!signal.aborted) {
    const { isRung, error, milliseconds } = await poll;
    if (signal.aborted) return;
    if (error !== undefined && pauseMs === 0) logger.warn('cannot listen for new tasks', { error });
    const isTooQuick = error !== undefined || (!isRung && milliseconds < SHORTEST_SILENCE_MS);
    pauseMs = isTooQuick ? Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS) : 0;
    if (pauseMs > 0) await pauseUntilAborted(pauseMs, signal);
    // Polls again before the heartbeat, which might miss what rings next.
    poll = listenOnce(client, signal);
    if (isRung) onRing();
  }
}

interface Heard {
  readonly isRung: boolean;
  readonly error?: unknown;
  readonly milliseconds: number;
}

async function listenOnce(
  client: Pick<ControlPlaneClient, 'waitForBell'>,
  signal: AbortSignal,
): Promise<Heard> {
  const startedAt = performance.now();
  const elapsed = (): number => performance.now() - startedAt;
  try {
    return { isRung: await client.waitForBell(signal), milliseconds: elapsed() };
  } catch (error) {
    return { isRung: false, error, milliseconds: elapsed() };
  }
}
