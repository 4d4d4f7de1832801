import type { AppProcess } from '@errand/app-runtime';
import { launchApp, LOCAL_RUNNER, type LaunchOptions } from './launch-app.ts';

export interface WorkerOptions extends LaunchOptions {
  /** Program, relative to the repository's root, that speaks the worker protocol. Default: the worker. */
  readonly main?: string;
  /** The control plane's URL for workers. */
  readonly controlPlaneUrl: string;
  readonly token: string;
  readonly workerId: string;
  /** Scratch space. Workers may share it. */
  readonly workDirectory: string;
}

/** Starts a worker as a local process and waits until it is ready. */
export function startWorker(options: WorkerOptions): Promise<AppProcess> {
  const { main = 'apps/worker/src/main.ts', controlPlaneUrl, token, workerId } = options;
  return launchApp(main, options, {
    ...LOCAL_RUNNER,
    CONTROL_PLANE_URL: controlPlaneUrl,
    WORKER_TOKEN: token,
    WORKER_ID: workerId,
    WORK_DIRECTORY: options.workDirectory,
  });
}
