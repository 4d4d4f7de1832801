import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { countFaults, type QueueReport } from './check-queue.ts';

const INTERVAL_MS = 3_600_000;
/** Younger faults, such as a lease that is about to be taken back, usually go away. */
const SECOND_LOOK_MS = 120_000;

/**
 * Checks the queue about once an hour until the signal fires, so that a deviation is noticed
 * without anyone looking for it. Each process checks, because its metrics show its own last check.
 */
export async function checkHourly(options: {
  readonly checkQueue: (signal: AbortSignal) => Promise<QueueReport>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds. Default: an hour. */
  readonly intervalMs?: number;
  /** Milliseconds until faults are checked again before they are reported. Default: two minutes. */
  readonly secondLookMs?: number;
}): Promise<void> {
  const { logger, signal, intervalMs = INTERVAL_MS } = options;
  try {
    for (;;) {
      // Random, so that processes that started together do not check together.
      await delay(intervalMs * (0.5 + Math.random() / 2), undefined, { signal });
      await check(options).catch((error: unknown) => {
        if (!signal.aborted) logger.error('the check of the queue failed', { error });
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function check({
  checkQueue,
  logger,
  signal,
  secondLookMs = SECOND_LOOK_MS,
}: Parameters<typeof checkHourly>[0]): Promise<void> {
  if (countFaults(await checkQueue(signal)) === 0) return;
  await delay(secondLookMs, undefined, { signal });
  const report = await checkQueue(signal);
  const faults = countFaults(report);
  if (faults === 0) return;
  const found = Object.entries(report.counts).filter(([, count]) => count > 0);
  logger.warn('the queue deviates', { faults, counts: Object.fromEntries(found) });
}
