import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionStore } from '../warm-sessions/session-store.ts';
import type { LeaseStore } from './lease-store.ts';

const INTERVAL_MS = 1_000;

/**
 * Once a second takes back lost leases, ends attempts that are over their time and looks after warm sessions, until the
 * signal fires; resolves when the last pass is over. Several processes may run it. It waits for one lease time first, and again when the database is back after a failure: while nobody could reach
 * it no worker could renew either, and those get their turn before they are given up.
 */
export async function startReaper(options: {
  readonly leases: Pick<LeaseStore, 'takeBackLost' | 'endOverdue'>;
  readonly sessions: Pick<SessionStore, 'closeIdle' | 'dropLost'>;
  /** Throws while the database is away. */
  readonly probe: () => Promise<unknown>;
  readonly leaseSeconds: number;
  /** How long a warm session may be idle. */
  readonly warmSessionIdleSeconds: number;
  /** How much longer than its time-out an attempt may last. */
  readonly timeoutGraceSeconds: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { probe, logger, signal } = options;
  let waitMs = options.leaseSeconds * 1_000;
  while (await passed(waitMs, signal)) {
    try {
      await reap(options);
      waitMs = INTERVAL_MS;
    } catch (error) {
      logger.error('taking back lost leases failed', { error });
      await untilBack(probe, signal);
      waitMs = options.leaseSeconds * 1_000;
    }
  }
}

async function reap(options: Parameters<typeof startReaper>[0]): Promise<void> {
  const { leases, sessions, logger } = options;
  for (const lease of await leases.takeBackLost()) logger.warn('lease was lost', { ...lease });
  const overdue = await leases.endOverdue(options.timeoutGraceSeconds);
  for (const lease of overdue) logger.warn('attempt was ended after its time', { ...lease });
  const lost = await sessions.dropLost();
  for (const sessionId of lost) logger.warn('warm session was lost', { sessionId });
  const closing = await sessions.closeIdle(options.warmSessionIdleSeconds);
  if (closing > 0) logger.info('idle warm sessions are closing', { count: closing });
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
