import { pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** What each launcher accepts besides the settings that its app requires. */
export interface LaunchOptions {
  /** Name of the process in messages. */
  readonly name: string;
  /** Environment of this process: see `pickEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Ends a process that is still starting. */
  readonly signal?: AbortSignal | undefined;
  /** These override the launcher's own settings. */
  readonly settings?: Settings;
}

/**
 * Node's options for control planes and workers, as in their package scripts: garbage is collected
 * earlier, which saves a third of the memory.
 */
const SAVE_MEMORY: Settings = { NODE_OPTIONS: '--max-semi-space-size=8' };

/** Settings of every local app that runs tasks. */
export const LOCAL_RUNNER: Settings = {
  ALLOW_ROOT: 'true',
  // The sample site and test sites are on loopback.
  ALLOW_PRIVATE_ADDRESSES: 'true',
  // Stops immediately: its tasks return to the queue.
  DRAIN_SECONDS: '0',
};

/**
 * Starts the app as a local process and waits until it is ready. `main` is its program, relative to
 * the repository's root.
 */
export function launchApp(
  main: string,
  { name, environment, logFile, settings, signal }: LaunchOptions,
  required: Settings,
): Promise<AppProcess> {
  return startApp({
    name,
    main: resolve(ROOT, main),
    inherited: pickEnvironment(environment),
    logFile,
    environment: { ...SAVE_MEMORY, ...required, ...settings },
    signal,
  });
}
