import { pickEnvironment } from '@errand/app-runtime';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { profiledIn } from '../profiled-in.ts';
import type { FleetOrder, FleetReport } from './fleet.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
/** Few enough that a process is not busy when its leases are due. */
const WORKERS_PER_PROCESS = 100;

export interface Fleet extends AsyncDisposable {
  readonly processIds: readonly number[];
  /** Lets the workers finish, and returns the report of each process. */
  readonly end: () => Promise<readonly FleetReport[]>;
}

/** Starts workers in a few processes; resolves when all are registered. */
export async function startFleet(
  { workers, ...order }: Omit<FleetOrder, 'workerIds'> & { readonly workers: number },
  { directory, isProfiled }: { readonly directory: string; readonly isProfiled: boolean },
): Promise<Fleet> {
  const logFile = join(directory, 'fleet.log');
  const settings = isProfiled ? profiledIn(directory) : {};
  const workerIds = Array.from({ length: workers }, (_, number) => `scale-${number}`);
  await using owned = new AsyncDisposableStack();
  const members: Member[] = [];
  for (let from = 0; from < workers; from += WORKERS_PER_PROCESS) {
    const ids = workerIds.slice(from, from + WORKERS_PER_PROCESS);
    members.push(owned.use(startMember({ ...order, workerIds: ids }, { logFile, settings })));
  }
  await Promise.all(members.map(({ ready }) => ready));
  const resources = owned.move();
  return {
    processIds: members.map(({ processId }) => processId),
    end: () => Promise.all(members.map((member) => member.end())),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

interface Member extends AsyncDisposable {
  readonly processId: number;
  readonly ready: Promise<void>;
  readonly end: () => Promise<FleetReport>;
}

function startMember(
  order: FleetOrder,
  { logFile, settings }: { readonly logFile: string; readonly settings: NodeJS.ProcessEnv },
): Member {
  const log = openSync(logFile, 'a');
  const child = fork(PROGRAM, [JSON.stringify(order)], {
    env: { ...pickEnvironment(process.env), ...settings },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const next = readMessages(child, logFile);
  const ready = next().then(() => undefined);
  // Awaited later; until then, a process that ends early must not cause an unhandled rejection.
  ready.catch(() => undefined);
  return {
    processId: child.pid ?? 0,
    ready,
    async end() {
      const report = next();
      child.send('end');
      return (await report) as FleetReport;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** Each call returns the next message; rejects if the process ends instead. */
function readMessages(child: ChildProcess, logFile: string): () => Promise<unknown> {
  return async () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onEnd = (): void => {
      reject(new Error(`A process of the fleet ended early: see ${logFile}.`));
    };
    child.once('message', resolve);
    child.once('disconnect', onEnd);
    try {
      return await promise;
    } finally {
      child.off('message', resolve);
      child.off('disconnect', onEnd);
    }
  };
}
