import type { Logger } from '@errand/app-runtime';
import type { Page } from 'puppeteer';
import { createSlotBoard } from '../../../apps/worker/src/slot-board.ts';
import { createWorkLimit } from '../../../apps/worker/src/work-limit.ts';
import { runWorker } from '../../../apps/worker/src/worker.ts';
import type { Session } from '../../../packages/task-runner/src/browser/session.ts';
import type { ControlPlaneClient } from '../../../packages/task-runner/src/control-plane-client.ts';
import { createLeaseKeeper } from '../../../packages/task-runner/src/lease-keeper.ts';
import { WarmSessions } from '../../../packages/task-runner/src/warm-sessions.ts';
import type { Recorder } from './recorder.ts';
import { createFakeRunner } from './run-fake-task.ts';

interface FakeWorker {
  readonly client: ControlPlaneClient;
  readonly slots: number;
  /** Maximum number of idle sessions. */
  readonly warmSessions: number;
  readonly outageMs: number;
  readonly workLimit: Parameters<typeof createWorkLimit>[0];
  /** URL at which every attempt acts; empty for none. */
  readonly siteUrl: string;
  readonly recorder: Recorder;
  readonly logger: Logger;
}

/** Runs the worker without a browser: its leases, slots and signals, and tasks that only wait. */
export async function runFakeWorker(
  worker: FakeWorker,
  signals: Parameters<typeof runWorker>[2],
): Promise<void> {
  const { client, outageMs, recorder, siteUrl, logger } = worker;
  const warmSessions = new WarmSessions({ client, limit: worker.warmSessions, logger });
  await runWorker(
    {
      client,
      leaseKeeper: createLeaseKeeper({ client, warmSessions, outageMs, logger }),
      warmSessions,
      loadEngine: async () => undefined,
      openSlot: () => ({
        openSpare: openNoSession,
        openFor: async () => undefined,
        async [Symbol.asyncDispose]() {},
      }),
      runTask: createFakeRunner({ client, warmSessions, recorder, siteUrl }),
      slots: createSlotBoard(),
      workLimit: createWorkLimit(worker.workLimit),
      browserSandbox: { works: () => undefined, fails: () => undefined },
      logger,
    },
    worker.slots,
    signals,
  );
}

async function openNoSession(): Promise<Session> {
  return {
    channel: 'chromium',
    // Fake tasks use none of these.
    page: {} as Page,
    display: {} as Session['display'],
    openDesktop: () => Promise.reject(new Error('There is no display.')),
    isFenced: async () => false,
    isBehindProxy: false,
    problemOf: () => undefined,
    downloadsDirectory: '',
    inputsDirectory: '',
    isAlive: () => true,
    answers: async () => true,
    tidy: async () => true,
    leave: async () => undefined,
    ended: new AbortController().signal,
    async [Symbol.asyncDispose]() {},
  };
}
