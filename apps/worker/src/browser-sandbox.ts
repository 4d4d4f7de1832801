import type { Logger } from '@errand/app-runtime';
import type { BrowserSandboxError } from '@errand/task-runner';

/** What is known about Chromium's sandbox on this machine. `off`: the worker runs as root. */
export interface BrowserSandbox {
  /** Undefined while no browser has started. */
  readonly state: () => 'ok' | 'off' | 'unavailable' | undefined;
  /** Why browsers do not start. */
  readonly problem: () => string | undefined;
  readonly works: () => void;
  /** Logs a problem once, until browsers start again. */
  readonly fails: (error: BrowserSandboxError) => void;
}

export function createBrowserSandbox(logger: Logger, isRoot: boolean): BrowserSandbox {
  let hasWorked = false;
  let problem: string | undefined;
  return {
    state() {
      if (isRoot) return 'off';
      if (problem !== undefined) return 'unavailable';
      return hasWorked ? 'ok' : undefined;
    },
    problem: () => problem,
    works() {
      if (problem !== undefined) logger.info('browsers start with their sandbox again');
      problem = undefined;
      hasWorked = true;
    },
    fails(error) {
      if (problem === undefined) {
        logger.error('browsers cannot use their sandbox: no task is taken', { error });
      }
      problem = error.message;
    },
  };
}
