import { createLogger } from '@errand/app-runtime';
import { createWorkerClient } from '../../packages/task-runner/src/control-plane-client.ts';
import { createLeaseKeeper } from '../../packages/task-runner/src/lease-keeper.ts';
import type { BenchService } from '../bench/queue-service.ts';
import { timeHeartbeats } from './time-heartbeats.ts';

export interface HeldLeases extends AsyncDisposable {
  /** Round trips in milliseconds. */
  readonly heartbeats: readonly number[];
  /** Heartbeats without a response in time, or with an error response. */
  readonly failures: () => number;
  /** Leases that their worker gave up. */
  readonly lost: () => number;
}

/** The default of OUTAGE_SECONDS. */
const OUTAGE_MS = 300_000;

const noWarmSessions = { list: () => [], follow: () => undefined, endAll: () => undefined };

/**
 * Starts workers that claim, start and hold tasks with the code of real workers, but have no
 * browser.
 */
export async function holdLeases(
  service: BenchService,
  { running, workers }: { readonly running: number; readonly workers: number },
): Promise<HeldLeases> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const figures: Figures = { heartbeatMs: [], failedHeartbeats: 0, lost: 0 };
  const slots = Math.ceil(running / workers);
  const keepers: Promise<void>[] = [];
  for (let number = 0; number < workers; number += 1) {
    const { client, keeper } = createWorker(service, { number, slots, figures });
    keepers.push(keeper.run(signal));
    for (let slot = number * slots; slot < Math.min(running, (number + 1) * slots); slot += 1) {
      const claimed = await client.claim(signal);
      if (!claimed) throw new Error('A submitted task could not be claimed.');
      const held = keeper.hold(claimed.lease);
      held.lost.addEventListener('abort', () => (figures.lost += 1));
      await client.reporter(claimed.lease, signal).start();
    }
  }
  return {
    heartbeats: figures.heartbeatMs,
    failures: () => figures.failedHeartbeats,
    lost: () => figures.lost,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(keepers);
    },
  };
}

interface Figures {
  readonly heartbeatMs: number[];
  failedHeartbeats: number;
  lost: number;
}

function createWorker(
  { workerUrl, workerToken }: BenchService,
  {
    number,
    slots,
    figures,
  }: { readonly number: number; readonly slots: number; readonly figures: Figures },
) {
  const logger = createLogger({ name: 'overload', level: 'error' });
  const client = createWorkerClient({
    url: workerUrl,
    token: workerToken,
    workerId: `overload-${number}`,
    slots,
    labels: [],
    screen: undefined,
    logger,
  });
  const heartbeat = timeHeartbeats(client, figures);
  const parts = { warmSessions: noWarmSessions, outageMs: OUTAGE_MS, logger };
  return { client, keeper: createLeaseKeeper({ client: { heartbeat }, ...parts }) };
}
