import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { LeaseStore } from './lease-store.ts';

const INTERVAL_MS = 1_000;

/**
 * Takes back lost leases once a second until the signal fires; resolves when the last pass is over. Several processes may
 * run it. It waits for one lease time first and after each failure: while nobody could reach the database no worker could
 * renew either, and those get their turn before they are given up.
 */
export async function startReaper(options: {
  readonly leases: Pick<LeaseStore, 'takeBackLost'>;
  readonly leaseSeconds: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { leases, logger, signal } = options;
  let waitMs = options.leaseSeconds * 1_000;
  while (await passed(waitMs, signal)) {
    try {
      const lost = await leases.takeBackLost();
      for (const lease of lost) logger.warn('lease was lost', { ...lease });
      waitMs = INTERVAL_MS;
    } catch (error) {
      logger.error('taking back lost leases failed', { error });
      waitMs = options.leaseSeconds * 1_000;
    }
  }
}

/** False when the signal ended the wait. */
async function passed(waitMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(waitMs, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
