import { type AppStart, createLogger, listen, type Logger } from '@errand/app-runtime';
import { createBrowserNetwork } from '@errand/browser-relay';
import { createEgressGuard } from '@errand/egress-guard';
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { assertBrowser } from '../browser/assert-browser.ts';
import { assertUser } from '../browser/assert-user.ts';
import { openSession } from '../browser/open-session.ts';
import { prepareFence } from '../browser/prepare-fence.ts';
import type { Lease } from '../control-plane-client.ts';
import { loadPrivateHandlers } from '../load-private-handlers.ts';
import { openOwnSession } from '../open-own-session.ts';
import { createRecorder } from '../recording/create-recorder.ts';
import { createTaskRunner } from '../run-task.ts';
import { sweep } from '../scratch/sweep.ts';
import { noScreens } from '../screens/screens.ts';
import { openScripts } from '../scripts/open-scripts.ts';
import { createLogRedaction } from '../secrets/log-redaction.ts';
import { createConnections } from './connections.ts';
import { createFileDrop, type FileDrop } from './file-drop.ts';
import { cancelInControlPlane, forwardSubmission } from './forward-submission.ts';
import { loadLocalConfig } from './local-config.ts';
import { openLocalDirectory } from './local-directory.ts';
import { createLocalServer } from './local-server.ts';
import { LocalTasks } from './local-tasks.ts';
import type { SpooledTask } from './spooled-task.ts';
import { createSpoolingReporter } from './spooling-reporter.ts';

/** Time to send the last reports; the rest is sent after the next start. */
const FLUSH_MS = 5_000;

type Config = ReturnType<typeof loadLocalConfig>;
type Connect = ReturnType<typeof createConnections>;

/** Runs the local inference server until it is told to stop. */
export async function runLocalInference(
  environment: NodeJS.ProcessEnv,
  start: AppStart,
): Promise<void> {
  const config = loadLocalConfig(environment);
  const logRedaction = createLogRedaction();
  const { redact } = logRedaction;
  const logger = createLogger({ name: 'local-inference', level: config.logLevel, redact });
  await using directory = await openLocalDirectory(config.directory);
  const draining = new AbortController();
  const drained = new AbortController();
  const stopped = new AbortController();
  const connect = createConnections({ ...config, ...config.controlPlane, logger }, stopped.signal);
  let serve = refuseAll;
  // The port keeps a second server out, so listen before reading the tasks that the last process
  // left.
  await using server = await listen((request, response) => serve(request, response), {
    ...config,
    setting: 'LOCAL_INFERENCE_PORT',
  });
  const isEveryAddress = /^(0\.0\.0\.0|::)$/.test(config.host);
  const ownUrl = isEveryAddress ? `http://127.0.0.1:${server.port}` : server.url;
  const drop = createFileDrop((token) => `${ownUrl}/files/${token}`);
  const controlPlane = { ...config.controlPlane, serverId: directory.serverId };
  const prepared = await prepareRunner(config, { logger, logRedaction, connect, drop, server });
  const tasks: LocalTasks = new LocalTasks(
    {
      folder: directory.tasks,
      connect,
      submit: (body, headers) => forwardSubmission(controlPlane, body, headers),
      cancel: (taskId, signal) => cancelInControlPlane(controlPlane, taskId, signal),
      ...prepared((taskId) => tasks.spooled(taskId)),
      queueLimit: config.queueLimit,
      logger,
    },
    { draining: draining.signal, drained: drained.signal, stopped: stopped.signal },
  );
  await tasks.restore();
  const isLoopbackOnly = /^(127\.|::1$|localhost$)/.test(config.host);
  if (!isLoopbackOnly) logger.warn('whoever reaches this server may submit', { host: config.host });
  serve = createLocalServer({ tasks, drop, isLoopbackOnly, logger });
  const slots = Array.from({ length: config.slots }, () => tasks.runSlot());
  logger.info('listening', { url: server.url, controlPlane: config.controlPlane.url });
  start.ready({ port: server.port });

  logger.info('draining', { reason: await start.shutdown, drainMs: config.drainMs });
  draining.abort();
  const end = setTimeout(() => drained.abort(), config.drainMs);
  await Promise.all(slots);
  clearTimeout(end);
  await Promise.race([tasks.flushed(), delay(FLUSH_MS, undefined, { ref: false })]);
  stopped.abort();
}

/** Serves requests until the tasks of the last process are restored. */
const refuseAll: RequestListener = (_request, response) => response.writeHead(503).end();

/** Prepares what runs tasks like a fleet worker, but with reports written to disk. */
async function prepareRunner(
  config: Config,
  parts: {
    readonly logger: Logger;
    readonly logRedaction: ReturnType<typeof createLogRedaction>;
    readonly connect: Connect;
    readonly drop: FileDrop;
    /** Port of this server, which no browser may reach. */
    readonly server: { readonly port: number };
  },
) {
  const { connect, drop, server, logger } = parts;
  const { environment } = config.session;
  void sweep({ ...config.session, logger });
  assertUser(config);
  await assertBrowser(config.session.chromiumPath);
  const privateHandlers = await loadPrivateHandlers(config.privateHandlersDirectory);
  const fence = await prepareFence({ environment, logger });
  const network = createBrowserNetwork(config.network);
  network.closePort(server.port);
  const options = { ...config.session, fence, network, logger };
  const path = environment['PATH'];
  const egress = createEgressGuard(config.network);
  const recorder = await createRecorder({ ...config.session, ...config.recording, path });
  return (find: (taskId: string) => SpooledTask | undefined) => ({
    async openSession(lease: Lease, signal: AbortSignal) {
      const own = await openOwnSession(lease, { ...config, options, egress, logger }, signal);
      return own ?? openSession(options, signal);
    },
    runTask: createTaskRunner({
      ...parts,
      client: {
        reporter(lease, signal) {
          const task = find(lease.task_id);
          if (!task) throw new Error(`Task "${lease.task_id}" is not known here.`);
          const direct = connect(task.task.workerId).client.reporter(lease, signal);
          return createSpoolingReporter(task, { direct, drop });
        },
      },
      warmSessions: { keep: () => undefined },
      screens: noScreens,
      recorder,
      privateHandlers,
      egress,
      models: config.models,
      scripts: openScripts(config.scripts),
    }),
  });
}
