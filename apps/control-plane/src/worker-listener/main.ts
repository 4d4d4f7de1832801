// The thread that serves workers. Started by `startWorkerListener`.
import { createLogger, listen, StartError } from '@errand/app-runtime';
import { parentPort } from 'node:worker_threads';
import { loadConfig } from '../config.ts';
import { connectDatabase } from '../database/connect-database.ts';
import { observeRequests } from '../http/observe-requests.ts';
import { createAnswerableTime } from '../leases/answerable-time.ts';
import type { LeaseStore } from '../leases/lease-store.ts';
import { startReaper } from '../leases/lost-lease.job.ts';
import { settleAccounts } from '../login-queues/settle-accounts.ts';
import { openService } from '../open-service.ts';
import { createMetrics } from '../telemetry/create-metrics.ts';
import type { Observer } from '../telemetry/observer.ts';
import { createWorkerApp } from '../worker-app.ts';
import { DRAIN, type ListenerMessage, type MetricsRequest } from './start-worker-listener.ts';

if (!parentPort) throw new Error('This file runs as a thread of the control plane.');
const parent = parentPort;
let isListening = false;
const drain = new AbortController();
const { registry, observer: counts, requestServed } = createMetrics();
const observer: Observer = {
  ...counts,
  // The main thread has the connection to the collector.
  attemptEnded: (attempt) => say({ type: 'attempt-ended', attempt }),
};
parent.on('message', (message: typeof DRAIN | MetricsRequest) => {
  if (message !== DRAIN) {
    void answer(message);
    return;
  }
  // The thread is still starting but no longer needed, so end it immediately.
  if (!isListening) process.exit();
  drain.abort();
});
try {
  await serve(drain.signal);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say({ type: 'refused', sentence: error.message });
} finally {
  parent.close();
}

/** Serves workers until `draining` fires and the open requests have finished. */
async function serve(draining: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger({ name: 'worker-listener', level: config.logLevel });
  await using database = await connectDatabase({
    ...config.databaseAddress,
    poolSize: config.workerListener.databasePoolSize,
    name: 'errand-workers',
    isBrief: true,
  });
  const options = { database, logger, draining, observer, isSupervisor: false };
  await using service = await openService(config, options);
  const { sessions, pauses, debugSessions } = service.dependencies;
  const answerableTime = createAnswerableTime();
  const leases: LeaseStore = {
    ...service.dependencies.leases,
    renew: (...renewal) =>
      answerableTime.measure(() => service.dependencies.leases.renew(...renewal)),
  };
  const probe = () => database.heartbeats.query('SELECT 1');
  const reaper = startReaper({
    ...config,
    leases,
    sessions,
    settleAccounts: (onFailure) => settleAccounts({ database, queue: service.queue }, onFailure),
    endUnopenedSessions: debugSessions.endUnopened,
    endExpiredPauses: pauses.endExpired,
    answerableTime,
    probe,
    logger,
    signal: draining,
  });
  const app = createWorkerApp(
    { ...service.dependencies, leases },
    {
      ...config,
      logger,
      // Workers call several times a second.
      observeRequests: observeRequests({ served: requestServed, logger, level: 'debug' }),
    },
  );
  await using server = await listen(app, { ...config.workerListener, setting: 'WORKER_PORT' });
  logger.info('listening', { url: server.url });
  isListening = true;
  say({ type: 'listening' });
  await reaper;
}

async function answer({ reply }: MetricsRequest): Promise<void> {
  const metrics = await registry.getMetricsAsJSON();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  reply.postMessage(metrics);
}

function say(message: ListenerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parent.postMessage(message);
}
