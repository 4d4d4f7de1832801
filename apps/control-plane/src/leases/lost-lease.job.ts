import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { LeaseStore } from './lease-store.ts';

const INTERVAL_MS = 1_000;

/**
 * Takes back lost leases once a second until the signal fires; resolves when the last pass is over. Several processes may
 * run it. It waits for one lease time first, and again when the database is back after a failure: while nobody could reach
 * it no worker could renew either, and those get their turn before they are given up.
 */
export async function startReaper(options: {
  readonly leases: Pick<LeaseStore, 'takeBackLost'>;
  /** Throws while the database is away. */
  readonly probe: () => Promise<unknown>;
  readonly leaseSeconds: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { leases, probe, logger, signal } = options;
  let waitMs = options.leaseSeconds * 1_000;
  while (await passed(waitMs, signal)) {
    try {
      const lost = await leases.takeBackLost();
      for (const lease of lost) logger.warn('lease was lost', { ...lease });
      waitMs = INTERVAL_MS;
    } catch (error) {
      logger.error('taking back lost leases failed', { error });
      await untilBack(probe, signal);
      waitMs = options.leaseSeconds * 1_000;
    }
  }
}

async function untilBack(probe: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (await passed(INTERVAL_MS, signal)) {
    const isBack = await probe().then(
      () => true,
      () => false,
    );
    if (isBack) return;
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
