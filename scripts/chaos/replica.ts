import type { AppProcess } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** Upper bound; `launch` gives up earlier on a process without progress. */
const START_DEADLINE_MS = 600_000;
const START_PAUSE_MS = 500;

/** One process of the installation. It can die and be restarted under the same name. */
export interface Replica extends AsyncDisposable {
  readonly name: string;
  /** Id of the current process. */
  readonly pid: () => number;
  /** Sends SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM; resolves when the process has ended. */
  readonly stop: () => Promise<void>;
  /** Retries until the process is up, as an orchestrator does: the database may be down. */
  readonly start: () => Promise<void>;
}

/** Calls `onCrash` when a process ends unexpectedly. */
export async function startReplica(
  name: string,
  launch: () => Promise<AppProcess>,
  onCrash: (text: string) => void,
): Promise<Replica> {
  const watch = (started: AppProcess): AppProcess => {
    void started.failed.then((text) => started === killed || onCrash(text));
    return started;
  };
  let killed: AppProcess | undefined;
  let app = watch(await launch());
  const stop = async (): Promise<void> => {
    await app[Symbol.asyncDispose]();
  };
  const pid = (): number => {
    if (app.processId === undefined) throw new Error(`${name} has no process.`);
    return app.processId;
  };
  return {
    name,
    pid,
    async kill() {
      killed = app;
      signal(pid(), 'SIGKILL');
      await stop();
    },
    stop,
    async start() {
      app = watch(await startAgain(launch));
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function startAgain(launch: () => Promise<AppProcess>): Promise<AppProcess> {
  const deadline = AbortSignal.timeout(START_DEADLINE_MS);
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      if (deadline.aborted) throw error;
      await delay(START_PAUSE_MS);
    }
  }
}

/** Ignores a missing process: its crash is reported elsewhere, and the fault restarts it. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === 'ESRCH';
}
