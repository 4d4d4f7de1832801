import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';

const KILL_AFTER_MS = 500;

export interface OwnedProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

/** Makes the kernel kill the program when this process dies, even by SIGKILL. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

/** Starts a program in its own process group; disposing ends the whole group within a second. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: { readonly environment: NodeJS.ProcessEnv; readonly stdio: StdioOptions },
): OwnedProcess {
  const [wrapper, ...prefix] = WITH_PARENT;
  const child = spawn(wrapper, [...prefix, file, ...args], {
    detached: true,
    env: options.environment,
    stdio: options.stdio,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { child, exited, [Symbol.asyncDispose]: () => endProcessGroup(child, exited) };
}

async function endProcessGroup(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.pid === undefined) return;
  signalGroup(child.pid, 'SIGTERM');
  const kill = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
  await exited;
  clearTimeout(kill);
  // The program's children may outlive it.
  signalGroup(child.pid, 'SIGKILL');
}

/** Signals a process group; no-op if it is already gone. */
export function signalGroup(groupId: number | undefined, signal: NodeJS.Signals): void {
  if (groupId === undefined) return;
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (!(Error.isError(error) && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
