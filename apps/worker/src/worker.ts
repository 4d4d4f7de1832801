import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from './browser/open-session.ts';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const CLAIM_PAUSE_MS = 1_000;

export interface WorkerDependencies {
  readonly client: Pick<ControlPlaneClient, 'claim'>;
  readonly leaseKeeper: LeaseKeeper;
  readonly openSession: (signal: AbortSignal) => Promise<Session>;
  /** Runs one leased task to its report. Throws only when there is a bug. */
  readonly runTask: (lease: Lease, session: Session, drained: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

export interface WorkerSignals {
  /** Claim nothing more. */
  readonly draining: AbortSignal;
  /** Hand running tasks back. */
  readonly drained: AbortSignal;
}

/**
 * Claims and runs tasks on `slots` slots until `draining` fires and all of them are free. Each slot keeps one
 * browser ready, so that a task starts at once; a browser serves one task.
 */
export async function runWorker(
  dependencies: WorkerDependencies,
  slots: number,
  signals: WorkerSignals,
): Promise<void> {
  const stopped = new AbortController();
  const heartbeats = dependencies.leaseKeeper.run(stopped.signal);
  try {
    await Promise.all(Array.from({ length: slots }, () => runSlot(dependencies, signals)));
  } finally {
    stopped.abort();
    await heartbeats;
  }
}

async function runSlot(dependencies: WorkerDependencies, signals: WorkerSignals): Promise<void> {
  const { logger } = dependencies;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signals.draining.aborted) {
    try {
      await serveOnce(dependencies, signals);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      if (signals.draining.aborted) return;
      logger.error('slot is paused', { error, pauseMs });
      await pause(pauseMs, signals.draining);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** One browser, and one task on it. A browser that dies while it waits is replaced before anything is claimed. */
async function serveOnce(dependencies: WorkerDependencies, signals: WorkerSignals): Promise<void> {
  const startedAt = performance.now();
  await using session = await dependencies.openSession(signals.draining);
  dependencies.logger.info('browser ready', {
    milliseconds: Math.round(performance.now() - startedAt),
  });
  while (!signals.draining.aborted && session.isAlive()) {
    const lease = await claim(dependencies, AbortSignal.any([signals.draining, session.ended]));
    if (!lease) continue;
    await dependencies.runTask(lease, session, signals.drained);
    return;
  }
}

/** A control plane that cannot be reached is asked again after a pause; the browser stays. */
async function claim(
  { client, logger }: WorkerDependencies,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  try {
    return await client.claim(signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    logger.warn('control plane did not answer a claim', { error });
    await pause(CLAIM_PAUSE_MS, signal);
    return undefined;
  }
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, { signal });
  } catch {
    // Woken early: the caller's loop looks at its signals.
  }
}
