import type { AppProcess } from '@errand/app-runtime';
import { launchApp, LOCAL_RUNNER, type LaunchOptions } from './launch-app.ts';

export interface LocalInferenceOptions extends LaunchOptions {
  readonly controlPlaneUrl: string;
  /** Key of the account that the tasks belong to: the server's clients send none. */
  readonly apiKey: string;
  /** 0: a free port. */
  readonly port: number;
  /** Where tasks are stored until the control plane has them. */
  readonly directory: string;
  /** Scratch space. */
  readonly workDirectory: string;
}

/** Starts the local inference server as a local process and waits until it is ready. */
export function startLocalInference(options: LocalInferenceOptions): Promise<AppProcess> {
  return launchApp('apps/local-inference/src/main.ts', options, {
    ...LOCAL_RUNNER,
    CONTROL_PLANE_URL: options.controlPlaneUrl,
    API_KEY: options.apiKey,
    LOCAL_INFERENCE_PORT: String(options.port),
    LOCAL_INFERENCE_DIRECTORY: options.directory,
    WORK_DIRECTORY: options.workDirectory,
  });
}
