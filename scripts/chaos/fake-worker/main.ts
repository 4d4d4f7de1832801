// The worker without a browser: its real client, leases, slots and signals, and tasks that only
// wait.
import { announceReady, createLogger, shutdownRequested } from '@errand/app-runtime';
import type { Page } from 'puppeteer';
import type { Session } from '../../../packages/task-runner/src/browser/session.ts';
import { loadConfig } from '../../../apps/worker/src/config.ts';
import { createWorkerClient } from '../../../packages/task-runner/src/control-plane-client.ts';
import { createLeaseKeeper } from '../../../packages/task-runner/src/lease-keeper.ts';
import { WarmSessions } from '../../../packages/task-runner/src/warm-sessions.ts';
import { createSlotBoard } from '../../../apps/worker/src/slot-board.ts';
import { createWorkLimit } from '../../../apps/worker/src/work-limit.ts';
import { runWorker } from '../../../apps/worker/src/worker.ts';
import { createRecorder } from './recorder.ts';
import { createFakeRunner } from './run-fake-task.ts';

const shutdown = shutdownRequested();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'fake-worker', level: config.logLevel });
const client = createWorkerClient({
  ...config,
  ...config.controlPlane,
  screen: undefined,
  logger,
});
const warmSessions = new WarmSessions({ client, limit: config.warmSessions, logger });
const leaseKeeper = createLeaseKeeper({ client, warmSessions, outageMs: config.outageMs, logger });
const recorder = createRecorder(process.env['HISTORY_FILE'] ?? '', config.workerId);

const draining = new AbortController();
const drained = new AbortController();
const running = runWorker(
  {
    client,
    leaseKeeper,
    warmSessions,
    openSession: async () => ({
      channel: 'chromium',
      // Nothing in this process uses them.
      page: {} as Page,
      display: {} as Session['display'],
      openDesktop: () => Promise.reject(new Error('There is no display.')),
      isFenced: false,
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
    }),
    openOwnSession: async () => undefined,
    runTask: createFakeRunner({
      client,
      warmSessions,
      recorder,
      siteUrl: process.env['SITE_URL'] ?? '',
    }),
    slots: createSlotBoard(),
    workLimit: createWorkLimit(config.workLimit),
    browserSandbox: { works: () => undefined, fails: () => undefined },
    logger,
  },
  config.slots,
  { draining: draining.signal, drained: drained.signal },
);
announceReady();

await shutdown;
draining.abort();
const handBack = setTimeout(() => drained.abort(), config.drainMs);
await running;
clearTimeout(handBack);
