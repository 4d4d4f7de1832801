import { inspect } from 'node:util';
import { announceReady } from './start-app.ts';
import { shutdownRequested, type ShutdownReason } from './shutdown-requested.ts';
import { StartError } from './start-error.ts';

export interface AppStart {
  /** Resolves with the shutdown reason, once the process has started. */
  readonly shutdown: Promise<ShutdownReason>;
  /** Ends the startup phase and notifies the parent process. */
  readonly ready: (details?: Parameters<typeof announceReady>[0]) => void;
}

/**
 * Call this before anything else. Until `ready`, a shutdown request ends the process immediately
 * with status 0, even during a wait for a database; an uncaught StartError ends the process with
 * status 1 and prints only its message.
 */
export function beginStart(): AppStart {
  const shutdown = shutdownRequested();
  let isStarting = true;
  const endIfStarting = async (): Promise<void> => {
    await shutdown;
    if (isStarting) process.exit(0);
  };
  void endIfStarting();
  process.on('uncaughtException', fail);
  return {
    shutdown,
    ready(details) {
      isStarting = false;
      process.off('uncaughtException', fail);
      announceReady(details);
    },
  };
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
  process.exit(1);
}
