import { beginStart, createLogger, listen } from '@errand/app-runtime';
import { createIdleRest } from '@errand/app-runtime/idle-rest';
import { openTracing } from '@errand/tracing';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { forgetEndedSessions } from './api-keys/cookie-session-store.ts';
import { createApp } from './app.ts';
import { createDeliverySlots } from './callbacks/delivery-slots.ts';
import { forgetMailCounts } from './callbacks/mail-limit.ts';
import { createCallbackSender } from './callbacks/send-callback.ts';
import { createMailSender } from './callbacks/send-mail.ts';
import { originOfFiles } from './combine-settings.ts';
import { loadConfig } from './config.ts';
import { assertNotifications } from './database/assert-notifications.ts';
import { connectDatabase } from './database/connect-database.ts';
import { startForgetting } from './database/forget-old-rows.job.ts';
import { forgetAccountEvents } from './events/forget-account-events.ts';
import { observeRequests } from './http/observe-requests.ts';
import { startJobs, startScheduling } from './jobs.ts';
import { closeLeftViewers, forgetOldViewers } from './live-view/forget-viewers.ts';
import { listenForPrometheus } from './metrics/listen-for-prometheus.ts';
import { checkHourly } from './queue-check/check-hourly.ts';
import { deleteAccounts } from './retention/delete-accounts.ts';
import { deleteOldFiles, deleteOldTasks } from './retention/delete-old-rows.ts';
import { forgetDeletedAttempts } from './retention/forget-deleted-attempts.ts';
import { createQueueSweep } from './retention/sweep-login-queues.ts';
import { forgetStatistics } from './statistics/forget-statistics.ts';
import { forgetTotals, totalBuckets } from './statistics/total-buckets.ts';
import { purgeRecordings } from './retention/purge-recordings.ts';
import { forgetOldRuns } from './schedules/schedule-runs.ts';
import { openService } from './open-service.ts';
import { createMetrics } from './telemetry/create-metrics.ts';
import { traceEndedAttempt } from './telemetry/trace-attempt.ts';
import { forgetOldKeys } from './transitions/idempotency-key.ts';
import { startSweeping } from './storage-sweep/start-sweeping.ts';
import { startWorkerListener } from './worker-listener/start-worker-listener.ts';
import { forgetOldWorkers } from './workers/worker-register.ts';

const start = beginStart();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'control-plane', level: config.logLevel });
if (config.allowPrivateAddresses) {
  logger.warn('callbacks and file addresses may reach private addresses');
}
const leaving = new AbortController();
const drain = new AbortController();
const { registry, observer, requestServed, spansDropped } = createMetrics();
await using tracing = await openTracing(config.tracing, {
  service: 'errand-control-plane',
  instance: `${hostname()}-${process.pid}`,
  onDropped: spansDropped,
  logger,
});

// Runs in its own thread, so that public requests cannot delay it; it loads its
// modules while this thread connects.
await using workerListener = startWorkerListener({
  onAttemptEnded: (attempt) => traceEndedAttempt(tracing, attempt),
});
await using database = await connectDatabase({
  ...config.databaseAddress,
  poolSize: config.databasePoolSize,
  name: 'errand-api',
});
await assertNotifications(database.pool, config.databaseAddress);
await using service = await openService(config, {
  database,
  logger,
  leaving: leaving.signal,
  draining: drain.signal,
  observer,
});
const { dependencies, queue, sealer, egress, files } = service;

await startJobs(queue, {
  deliveries: dependencies.deliveries,
  deliverySlots: createDeliverySlots(),
  sendCallback: createCallbackSender({ egress }),
  sendMail: createMailSender(config.mail),
  mailLimit: dependencies.mailLimit,
  logger,
  observer,
  tracing,
});
await startScheduling({ ...dependencies, database, queue, sealer, logger, observer });
const retaining = { database, queue, retention: config.retention, logger, observer };
const forgetting = startForgetting({
  kinds: [
    () => deleteOldTasks(retaining),
    () => deleteOldFiles(retaining),
    createQueueSweep(retaining),
    () => purgeRecordings(retaining),
    () => deleteAccounts(retaining),
    forgetOldKeys,
    forgetEndedSessions,
    forgetOldRuns,
    forgetOldWorkers,
    dependencies.uploads.discardAbandoned,
    closeLeftViewers,
    forgetOldViewers,
    forgetMailCounts,
    forgetDeletedAttempts,
    () => totalBuckets(database),
    forgetStatistics,
    forgetTotals,
    forgetAccountEvents,
  ],
  pool: database.pool,
  logger,
  signal: drain.signal,
});
const { storage } = dependencies;
const sweeping = startSweeping({ ...config, database, storage, logger, signal: drain.signal });
const checking = checkHourly({ ...dependencies, logger, signal: drain.signal });
const idleRest = createIdleRest();
const app = createApp(dependencies, {
  ...config,
  fileOrigins: [originOfFiles(config.storage, config.publicUrl)],
  logger,
  tracing,
  observeRequests: observeRequests({
    served: requestServed,
    // Event streams stay open for hours: between requests, the process is idle all the same.
    onWork: () => idleRest.note({ isIdle: true }),
    logger,
    level: 'info',
  }),
  ...(files ? { files } : {}),
});
await using server = await listen(app, { ...config, setting: 'PORT' });
await using metrics = await listenForPrometheus(config.metrics, {
  registry,
  readThread: workerListener.readMetrics,
  demand: dependencies.demand,
  database,
  logger,
});
await workerListener.listening;
logger.info('listening', { url: server.url, metricsPort: metrics?.port });
start.ready({ port: server.port });

const reason = await Promise.race([start.shutdown, workerListener.failed]);
leaving.abort();
const delayMs = reason === 'SIGTERM' ? config.shutdownDelayMs : 0;
logger.info('shutting down', { reason, delayMs });
// Load balancers keep sending requests until they notice that this server is not ready.
await Promise.race([delay(delayMs), workerListener.failed]);
logger.info('draining');
// Long polls return now; then the servers drain, the queue stops and the database closes.
drain.abort();
await Promise.all([forgetting, sweeping, checking]);
