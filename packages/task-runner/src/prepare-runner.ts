import type { Logger } from '@errand/app-runtime';
import { createBrowserNetwork } from '@errand/browser-relay';
import { assertBrowser } from './browser/assert-browser.ts';
import { assertUser } from './browser/assert-user.ts';
import { prepareMemoryGroups } from './browser/memory-groups.ts';
import { openSession } from './browser/open-session.ts';
import { prepareFence } from './browser/prepare-fence.ts';
import type { SessionOptions } from './browser/session-options.ts';
import { trustAuthorities } from './browser/trust-authorities.ts';
import type { Lease } from './control-plane-client.ts';
import { loadPrivateHandlers } from './load-private-handlers.ts';
import { openMemoryGroup } from './memory-group.ts';
import { openOwnSession } from './open-own-session.ts';
import { createSlotOpener } from './slot-browsers.ts';
import { createRecorder } from './recording/create-recorder.ts';
import type { RunnerDependencies } from './attempt.ts';
import type { createTaskRunner } from './run-task.ts';
import type { RunnerObserver } from './runner-observer.ts';
import type { RunnerConfig } from './runner-settings.ts';
import { sweep } from './scratch/sweep.ts';
import { openScripts } from './scripts/open-scripts.ts';

/**
 * Checks that this machine can run tasks and prepares what all of them share: network rules,
 * plug-ins, the recorder. Throws StartError.
 */
export async function prepareRunner(
  config: RunnerConfig,
  { logger, observer }: { readonly logger: Logger; readonly observer?: RunnerObserver },
) {
  assertUser(config);
  await assertBrowser(config.session.chromiumPath);
  const privateHandlers = await loadPrivateHandlers(config.privateHandlersDirectory);
  const network = createBrowserNetwork(config.network);
  const { outside: egress } = network;
  const swept = sweep({ ...config.session, logger });
  const options = await prepareSessions(config, { network, observer, logger });
  const openOwn = (lease: Lease, signal: AbortSignal) =>
    openOwnSession(lease, { ...config, options, egress, logger }, signal);
  const scripts = await openScripts(config.scripts, { logger });
  const recorder = await createRecorder({
    ...config.session,
    ...config.recording,
    path: config.session.environment['PATH'],
  });
  return {
    /** Blocks ports and addresses for tasks. */
    network,
    /** Settles when the scratch space of killed processes is removed. */
    swept,
    /** What the script sandbox can do on this machine. */
    scriptSandbox: scripts.support,
    openSession: (signal: AbortSignal) => openSession(options, signal),
    openOwnSession: openOwn,
    /** Opens the browsers of a slot. */
    openSlot: createSlotOpener({ options, openOwn, logger }),
    /** Loads the engine. Without this call, the first task does, which delays it. */
    load: async () => void (await loadEngine()),
    /** Returns the function that runs one leased task. */
    createTaskRunner: (
      parts: Pick<
        RunnerDependencies,
        'client' | 'isReleaseFinal' | 'logRedaction' | 'screens' | 'tracing' | 'warmSessions'
      >,
    ) =>
      createWhenCalled((engine) =>
        engine.createTaskRunner({
          ...parts,
          recorder,
          openPageTrace: engine.createPageTraces({ ...config.session, mode: config.trace }),
          privateHandlers,
          egress,
          models: config.models,
          scripts: scripts.runners,
          memory: openMemoryGroup(),
          observer,
          logger,
        }),
      ),
  };
}

/** What imports the engine, which is half of the modules of a process that runs tasks. */
async function loadEngine() {
  const [run, traces] = await Promise.all([
    import('./run-task.ts'),
    import('./recording/trace-pages.ts'),
  ]);
  return { ...run, ...traces };
}

type RunTask = ReturnType<typeof createTaskRunner>;

function createWhenCalled(
  create: (engine: Awaited<ReturnType<typeof loadEngine>>) => RunTask,
): RunTask {
  let creating: Promise<RunTask> | undefined;
  return async (run, drained) => {
    creating ??= loadEngine().then(create);
    return (await creating)(run, drained);
  };
}

/** Returns what every browser is opened with. */
async function prepareSessions(
  config: RunnerConfig,
  shared: Pick<SessionOptions, 'network'> & {
    readonly observer: RunnerObserver | undefined;
    readonly logger: Logger;
  },
): Promise<SessionOptions> {
  const { session } = config;
  const { environment } = session;
  const { logger } = shared;
  const authorities = await trustAuthorities({ ...config, ...session });
  const fence = await prepareFence({ environment, logger });
  const openBrowserGroup = prepareMemoryGroups({ ...session.memory, logger });
  return { ...session, ...shared, fence, authorities, openBrowserGroup };
}
