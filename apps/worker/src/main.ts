import { beginStart, createLogger } from '@errand/app-runtime';
import { createBrowserNetwork } from '@errand/browser-relay';
import { createEgressGuard } from '@errand/egress-guard';
import { assertBrowser } from './browser/assert-browser.ts';
import { assertUser } from './browser/assert-user.ts';
import { openSession } from './browser/open-session.ts';
import { prepareFence } from './browser/prepare-fence.ts';
import { loadConfig } from './config.ts';
import { createWorkerClient } from './control-plane-client.ts';
import { RegistrationRefusedError } from './control-plane-errors.ts';
import { startHeartbeatThread } from './heartbeat-thread/start-heartbeat-thread.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { loadPrivateHandlers } from './load-private-handlers.ts';
import { runLocalInference } from './local-inference/run-local-inference.ts';
import { openOwnSession } from './open-own-session.ts';
import { createRecorder } from './recording/create-recorder.ts';
import { createTaskRunner } from './run-task.ts';
import { sweep } from './scratch/sweep.ts';
import { openScreensIfPossible } from './screens/open-screens-if-possible.ts';
import { openScripts } from './scripts/open-scripts.ts';
import { createLogRedaction } from './secrets/log-redaction.ts';
import { WarmSessions } from './warm-sessions.ts';
import { runWorker } from './worker.ts';

/** Time to end the registration; otherwise it expires on its own. */
const LEAVE_MS = 3_000;

const start = beginStart();
if (process.argv.includes('--local-inference')) {
  await runLocalInference(process.env, start);
  process.exit();
}
const config = loadConfig(process.env);
const logRedaction = createLogRedaction();
const { redact } = logRedaction;
const logger = createLogger({ name: 'worker', level: config.logLevel, redact }).child({
  workerId: config.workerId,
});
assertUser(config);
await assertBrowser(config.session.chromiumPath);
const privateHandlers = await loadPrivateHandlers(config.privateHandlersDirectory);
const egress = createEgressGuard(config.network);
const network = createBrowserNetwork(config.network);
if (config.network.allowPrivateAddresses) logger.warn('tasks may reach private addresses');
const swept = sweep({ ...config.session, logger });
const { environment } = config.session;
const fence = await prepareFence({ environment, logger });
const sessionOptions = { ...config.session, fence, network, logger };
const path = environment['PATH'];
const recorder = await createRecorder({ ...config.session, ...config.recording, path });
await using screens = await openScreensIfPossible(config.screens, { path, logger });
if (screens.port !== undefined) network.closePort(screens.port);
const client = createWorkerClient({
  ...config,
  ...config.controlPlane,
  screen: screens.announcement,
  onRegistered: ({ closed_addresses: addresses }) => network.closeAddresses(addresses),
  logger,
});
const warmSessions = new WarmSessions({ client, limit: config.warmSessions, logger });
await using thread = startHeartbeatThread({ client, logger });
const leaseKeeper = createLeaseKeeper({ ...config, client, warmSessions, thread, logger });
if (process.getuid?.() === 0) {
  logger.warn('runs as root, so Chromium runs without its sandbox: use an ordinary user');
}
if (config.scripts.sandbox.isUnsandboxedAllowed) {
  logger.warn('scripts of tasks may run without a sandbox, as the worker itself');
}

await client.register().catch((error: unknown) => {
  if (error instanceof RegistrationRefusedError) throw error;
  logger.warn('control plane cannot be reached yet', { error });
});
const draining = new AbortController();
const drained = new AbortController();
const running = runWorker(
  {
    client,
    leaseKeeper,
    warmSessions,
    openSession: (signal) => openSession(sessionOptions, signal),
    openOwnSession: (lease, signal) =>
      openOwnSession(lease, { ...config, options: sessionOptions, egress, logger }, signal),
    runTask: createTaskRunner({
      client,
      warmSessions,
      screens,
      recorder,
      privateHandlers,
      egress,
      models: config.models,
      scripts: openScripts(config.scripts),
      logRedaction,
      logger,
    }),
    logger,
  },
  config.slots,
  { draining: draining.signal, drained: drained.signal },
);
logger.info('claiming tasks', { slots: config.slots, controlPlane: config.controlPlane.url });
start.ready();

const reason = await start.shutdown;
logger.info('draining', { reason, drainMs: config.drainMs });
draining.abort();
const handBack = setTimeout(() => drained.abort(), config.drainMs);
await running;
clearTimeout(handBack);
await client.leave(AbortSignal.timeout(LEAVE_MS)).catch((error: unknown) => {
  logger.warn('goodbye was not heard', { error });
});
await swept;
logger.info('stopped');
