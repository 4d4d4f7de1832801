import { type AppStart, beginStart, createLogger, listen, type Logger } from '@errand/app-runtime';
import { createLogRedaction, noScreens, prepareRunner } from '@errand/task-runner';
import { openTracing, type Tracing } from '@errand/tracing';
import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from './config.ts';
import { createConnections } from './connections.ts';
import { createSpoolingClient } from './create-spooling-client.ts';
import { createFileDrop } from './file-drop.ts';
import { cancelInControlPlane, forwardSubmission } from './forward-submission.ts';
import { openLocalDirectory } from './local-directory.ts';
import { createLocalServer } from './local-server.ts';
import { LocalTasks } from './local-tasks.ts';

/** Time to send the last reports; the rest are sent after the next start. */
const FLUSH_MS = 5_000;

/** This server does not show screens, keep browsers for the next task, or rerun a task. */
const ONE_RUN_EACH = {
  screens: noScreens,
  warmSessions: { keep: () => undefined },
  isReleaseFinal: true,
};

/** Serves requests until the tasks of the last process are restored. */
const refuseAll: RequestListener = (_request, response) => response.writeHead(503).end();

await serve(beginStart());
// Calls that are no longer awaited may still be open.
process.exit();

/** Runs the local inference server until SIGINT or SIGTERM. */
async function serve(start: AppStart): Promise<void> {
  const config = loadConfig(process.env);
  const { logRedaction, logger } = openLog(config);
  await using tracing = await trace(config, logger);
  await using directory = await openLocalDirectory(config.directory);
  const draining = new AbortController();
  const drained = new AbortController();
  const stopped = new AbortController();
  const connect = createConnections({ ...config, ...config.controlPlane, logger }, stopped.signal);
  let handle = refuseAll;
  // The port excludes a second server, so listen before reading the tasks that the last process
  // left.
  await using server = await listen((request, response) => handle(request, response), {
    ...config,
    setting: 'LOCAL_INFERENCE_PORT',
  });
  const ownUrl = isEveryAddress(config.host) ? `http://127.0.0.1:${server.port}` : server.url;
  const drop = createFileDrop((token) => `${ownUrl}/files/${token}`);
  const controlPlane = { ...config.controlPlane, serverId: directory.serverId };
  const runner = await prepareRunner(config, { logger });
  runner.network.closePort(server.port);
  const tasks: LocalTasks = new LocalTasks(
    {
      folder: directory.tasks,
      connect,
      submit: (body, headers) => forwardSubmission(controlPlane, body, headers),
      cancel: (taskId, signal) => cancelInControlPlane(controlPlane, taskId, signal),
      openSession: async (lease, signal) =>
        (await runner.openOwnSession(lease, signal)) ?? runner.openSession(signal),
      runTask: runner.createTaskRunner({
        ...ONE_RUN_EACH,
        client: createSpoolingClient({ connect, drop, find: (taskId) => tasks.spooled(taskId) }),
        logRedaction,
        tracing,
      }),
      queueLimit: config.queueLimit,
      logger,
    },
    { draining: draining.signal, drained: drained.signal, stopped: stopped.signal },
  );
  await tasks.restore();
  const isLoopbackOnly = /^(127\.|::1$|localhost$)/.test(config.host);
  if (!isLoopbackOnly) logger.warn('anyone on the network may submit', { host: config.host });
  handle = createLocalServer({ tasks, drop, isLoopbackOnly, logger });
  const slots = Array.from({ length: config.slots }, () => tasks.runSlot());
  logger.info('listening', { url: server.url, controlPlane: config.controlPlane.url });
  start.ready({ port: server.port });

  logger.info('draining', { reason: await start.shutdown, drainMs: config.drainMs });
  draining.abort();
  await finish({ slots, tasks }, { drained, drainMs: config.drainMs });
  stopped.abort();
}

type Config = ReturnType<typeof loadConfig>;

function openLog({ logLevel }: Pick<Config, 'logLevel'>) {
  const logRedaction = createLogRedaction();
  const { redact } = logRedaction;
  return {
    logRedaction,
    logger: createLogger({ name: 'local-inference', level: logLevel, redact }),
  };
}

function trace({ tracing }: Pick<Config, 'tracing'>, logger: Logger): Promise<Tracing> {
  return openTracing(tracing, {
    service: 'errand-local-inference',
    instance: `${hostname()}-${process.pid}`,
    // This server has no metrics to count dropped spans.
    onDropped: () => undefined,
    logger,
  });
}

/** Waits for the running tasks, which end early when the time is up, and for their reports. */
async function finish(
  { slots, tasks }: { readonly slots: readonly Promise<void>[]; readonly tasks: LocalTasks },
  { drained, drainMs }: { readonly drained: AbortController; readonly drainMs: number },
): Promise<void> {
  const end = setTimeout(() => drained.abort(), drainMs);
  await Promise.all(slots);
  clearTimeout(end);
  await Promise.race([tasks.flushed(), delay(FLUSH_MS, undefined, { ref: false })]);
}

function isEveryAddress(host: string): boolean {
  return /^(0\.0\.0\.0|::)$/.test(host);
}
