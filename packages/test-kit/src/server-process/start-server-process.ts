import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { errorCode } from './error-code.ts';
import { ServerProcessError } from './server-process-error.ts';
import { SYSTEM_PATH } from './system-path.ts';

const GRACE_MS = 5_000;

export interface ServerProcess extends AsyncDisposable {
  /** Throws ServerProcessError with the tail of its log when the process has ended. */
  assertRunning(): Promise<void>;
}

interface ServerProcessOptions {
  readonly program: string;
  readonly programArguments: readonly string[];
  readonly logFile: string;
  /** System user to run as, for root only; undefined keeps the current one. */
  readonly user: string | undefined;
}

/**
 * Starts a server in its own process group that ends with this process, even when that is killed.
 */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { program, programArguments, logFile, user } = options;
  const log = openSync(logFile, 'a');
  const child = spawn(
    '/usr/bin/setpriv',
    ['--pdeathsig', 'KILL', ...userArguments(user), '--', program, ...programArguments],
    { detached: true, env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8' }, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const exited = once(child, 'exit');
  // Handled in assertRunning and on disposal; a failed start rejects before either.
  exited.catch(() => undefined);

  return {
    async assertRunning() {
      if (child.pid === undefined) await exited;
      if (child.exitCode === null && child.signalCode === null) return;
      const written = await readFile(logFile, 'utf8');
      throw new ServerProcessError(
        `${program} ended with ${child.signalCode ?? child.exitCode}. Its log (${logFile}) says:\n` +
          written.trim().slice(-2000),
      );
    },
    async [Symbol.asyncDispose]() {
      if (child.pid === undefined) return;
      signalGroup(child.pid, 'SIGTERM');
      const killer = setTimeout(signalGroup, GRACE_MS, child.pid, 'SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await exited;
      clearTimeout(killer);
      signalGroup(child.pid, 'SIGKILL');
    },
  };
}

// setpriv changes the user, not the server: a later change would make the kernel drop the death
// signal.
function userArguments(user: string | undefined): readonly string[] {
  return user === undefined ? [] : ['--reuid', user, '--regid', user, '--clear-groups'];
}

function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    // The whole group has already ended.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
