import type { AppProcess } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';

const START_DEADLINE_MS = 90_000;
const START_PAUSE_MS = 500;

/** One process of the installation, which may die and come again under the same name. */
export interface Replica extends AsyncDisposable {
  readonly name: string;
  /** Of the present process. */
  readonly pid: () => number;
  /** SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; resolves when it has ended. */
  readonly stop: () => Promise<void>;
  /** Again and again until it is up, as an orchestrator does: the database may be away. */
  readonly start: () => Promise<void>;
}

export async function startReplica(
  name: string,
  launch: () => Promise<AppProcess>,
): Promise<Replica> {
  let app = await launch();
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
      process.kill(pid(), 'SIGKILL');
      await stop();
    },
    stop,
    async start() {
      app = await startAgain(launch);
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
