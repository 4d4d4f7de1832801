import { beginStart, createLogger, StartError } from '@errand/app-runtime';
import { createBusyTrim } from '@errand/app-runtime/busy-trim';
import { createIdleRest } from '@errand/app-runtime/idle-rest';
import {
  createLeaseKeeper,
  createLogRedaction,
  createWorkerClient,
  openScreensIfPossible,
  prepareRunner,
  ProtocolMismatchError,
  startHeartbeatThread,
  WarmSessions,
} from '@errand/task-runner';
import { openTracing } from '@errand/tracing';
import { loadConfig } from './config.ts';
import { createBrowserSandbox } from './browser-sandbox.ts';
import { listenForOperators } from './listen-for-operators.ts';
import { createMetrics } from './metrics.ts';
import { createOperatorDrain } from './operator-drain.ts';
import { readVersion } from './read-version.ts';
import { registerAtStart } from './register-at-start.ts';
import { createSlotBoard } from './slot-board.ts';
import { createWorkerHealth } from './worker-health.ts';
import { createWorkLimit } from './work-limit.ts';
import { runWorker } from './worker.ts';

/** Time to end the registration; otherwise it expires on its own. */
const LEAVE_MS = 3_000;

const start = beginStart();
if (process.argv.includes('--local-inference')) {
  throw new StartError(
    'The worker has no flag --local-inference: start the local inference server with npm run local-inference (apps/local-inference).',
  );
}
const config = loadConfig(process.env);
const logRedaction = createLogRedaction();
const { redact } = logRedaction;
const logger = createLogger({ name: 'worker', level: config.logLevel, redact }).child({
  workerId: config.workerId,
});
const draining = new AbortController();
const idleRest = createIdleRest();
const trim = createBusyTrim();
const slots = createSlotBoard(() => {
  trim();
  idleRest.note({ isIdle: slots.count('starting') + slots.count('busy') === 0 });
});
const operatorDrain = createOperatorDrain(logger);
const metrics = createMetrics(slots, () => draining.signal.aborted || operatorDrain.isDraining());
await using tracing = await openTracing(config.tracing, {
  service: 'errand-worker',
  instance: config.workerId,
  onDropped: metrics.spansDropped,
  logger,
});
const runner = await prepareRunner(config, { logger, observer: metrics.observer });
const { network } = runner;
const isRoot = process.getuid?.() === 0;
const browserSandbox = createBrowserSandbox(logger, isRoot);
const health = createWorkerHealth({
  ...config,
  slots,
  browserSandbox,
  scriptSandbox: { ...runner.scriptSandbox, isRequired: config.health.needsScripts },
  draining: draining.signal,
  operatorDrain,
});
await using operators = await listenForOperators(config.health, { health, metrics, logger });
if (operators) network.closePort(operators.port);
if (config.network.allowPrivateAddresses) logger.warn('tasks may reach private addresses');
const path = config.session.environment['PATH'];
await using screens = await openScreensIfPossible(config.screens, { path, logger });
if (screens.port !== undefined) network.closePort(screens.port);
const mismatch = Promise.withResolvers<ProtocolMismatchError>();
const client = createWorkerClient({
  ...config,
  ...config.controlPlane,
  version: readVersion(),
  screen: screens.announcement,
  onRegistered: ({ closed_addresses: addresses }) => network.closeAddresses(addresses),
  onAnswer: health.onAnswer,
  onMismatch: mismatch.resolve,
  onDraining: operatorDrain.note,
  logger,
});
const warmSessions = new WarmSessions({ client, limit: config.warmSessions, logger });
await using thread = startHeartbeatThread({ client, logger });
const leaseKeeper = createLeaseKeeper({ ...config, client, warmSessions, thread, logger });
if (isRoot) {
  logger.warn('runs as root, so Chromium runs without its sandbox: use an ordinary user');
}
if (config.scripts.sandbox.isUnsandboxedAllowed) {
  logger.warn('scripts of tasks may run without a sandbox, as the worker itself');
}

await registerAtStart({ client, logger });
const drained = new AbortController();
const workLimit = createWorkLimit(config.workLimit);
const running = runWorker(
  {
    client,
    leaseKeeper,
    warmSessions,
    openSlot: () => runner.openSlot(config.reuse),
    loadEngine: runner.load,
    runTask: runner.createTaskRunner({ client, warmSessions, screens, logRedaction, tracing }),
    slots,
    browserSandbox,
    workLimit,
    logger,
  },
  config.slots,
  { draining: draining.signal, drained: drained.signal },
);
logger.info('claiming tasks', {
  slots: config.slots,
  controlPlane: config.controlPlane.url,
  healthPort: operators?.port,
});
start.ready();

// A worker that ends by itself finishes its tasks, however long they run.
void handBackLater();
const reason = await Promise.race([start.shutdown, workLimit.over, mismatch.promise]);
const isMismatch = reason instanceof ProtocolMismatchError;
if (isMismatch) {
  logger.error('worker does not fit the control plane', { error: reason });
  process.exitCode = 1;
}
// A supervisor that starts the next worker must not mistake this exit for a success.
if (reason === 'idle' && slots.lastReadyAt() === undefined) {
  logger.error('no browser has started');
  process.exitCode = 1;
}
logger.info('draining', {
  reason: isMismatch ? reason.code : reason,
  drainMs: config.drainMs,
});
draining.abort(isMismatch ? reason : undefined);
await running;
await client.leave(AbortSignal.timeout(LEAVE_MS)).catch((error: unknown) => {
  logger.warn('could not sign off from the control plane', { error });
});
await runner.swept;
// Otherwise the channel to a parent process would keep alive a worker that ends by itself.
process.channel?.unref();
logger.info('stopped');

async function handBackLater(): Promise<void> {
  await start.shutdown;
  setTimeout(() => drained.abort(), config.drainMs).unref();
}
