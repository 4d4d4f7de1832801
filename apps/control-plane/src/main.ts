import { beginStart, createLogger, listen } from '@errand/app-runtime';
import { createEgressGuard } from '@errand/egress-guard';
import { createSealer } from '@errand/secrets';
import { createApp } from './app.ts';
import { createDeliverySlots } from './callbacks/delivery-slots.ts';
import { createCallbackSender } from './callbacks/send-callback.ts';
import { createMailSender } from './callbacks/send-mail.ts';
import { loadConfig } from './config.ts';
import { createDependencies } from './create-dependencies.ts';
import { connectDatabase } from './database/connect-database.ts';
import { startForgetting } from './database/forget-old-rows.job.ts';
import { queues, startJobs } from './jobs.ts';
import { openBell } from './leases/bell.ts';
import { forgetOldWorkers } from './leases/worker-register.ts';
import { startReaper } from './leases/lost-lease.job.ts';
import { closeLeftViewers, forgetOldViewers } from './live-view/forget-viewers.ts';
import { openStorage } from './open-storage.ts';
import { startJobQueue } from './queue/pg-boss-job-queue.ts';
import { forgetOldKeys } from './tasks/idempotency-key.ts';

const start = beginStart();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'control-plane', level: config.logLevel });
const { allowPrivateAddresses } = config;
if (allowPrivateAddresses) logger.warn('callbacks and file addresses may reach private addresses');
const drain = new AbortController();

await using database = await connectDatabase({ url: config.databaseUrl });
const { storage, files } = await openStorage(config);
await using _storage = storage;
await using queue = await startJobQueue({ url: config.databaseUrl, queues, logger });
await using bell = await openBell({ url: config.databaseUrl, logger });
const sealer = createSealer({ keys: config.sealingKeys });
const egress = createEgressGuard({ allowPrivateAddresses });
const parts = {
  ...config,
  database,
  queue,
  bell,
  storage,
  sealer,
  egress,
  logger,
};
const dependencies = createDependencies({ ...parts, draining: drain.signal });

await startJobs(queue, {
  deliveries: dependencies.deliveries,
  deliverySlots: createDeliverySlots(),
  sendCallback: createCallbackSender({ egress }),
  sendMail: createMailSender(config.mail),
  logger,
});
const { leases, sessions, uploads } = dependencies;
const probe = () => database.pool.query('SELECT 1');
const reaper = startReaper({ ...config, leases, sessions, probe, logger, signal: drain.signal });
const forgetting = startForgetting({
  kinds: [
    forgetOldKeys,
    forgetOldWorkers,
    uploads.discardAbandoned,
    closeLeftViewers,
    forgetOldViewers,
  ],
  pool: database.pool,
  logger,
  signal: drain.signal,
});
const app = createApp(dependencies, { ...config, logger, ...(files ? { files } : {}) });
await using server = await listen(app, { ...config, setting: 'PORT' });
logger.info('listening', { url: server.url });
start.ready({ port: server.port });

const reason = await start.shutdown;
logger.info('draining', { reason });
// Long polls answer now; then the server drains, the queue stops and the database closes.
drain.abort();
await Promise.all([reaper, forgetting]);
