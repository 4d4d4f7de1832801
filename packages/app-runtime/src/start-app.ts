import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { untilStalled, type StartPatience } from './start-patience.ts';

interface ReadyMessage {
  readonly type: 'ready';
  /** Port that the process listens on, if any. */
  readonly port?: number;
}

/** Notifies the parent process, if there is a channel, that this process is ready. */
export function announceReady(details: { readonly port?: number } = {}): void {
  const message: ReadyMessage = { type: 'ready', ...details };
  process.send?.(message);
}

const STOP_DEADLINE_MS = 15_000;

export interface AppProcess extends AsyncDisposable {
  readonly name: string;
  readonly processId: number | undefined;
  /** Port that the process listens on, if any. */
  readonly port: number | undefined;
  /** Resolves with a sentence when the process ends unexpectedly. */
  readonly failed: Promise<string>;
}

/**
 * Starts one of Errand's processes and waits until it is ready, for as long as it makes progress.
 * Disposing requests shutdown and waits; after 15 seconds the process is killed.
 */
export async function startApp(options: {
  readonly name: string;
  /** Path of the app's main.ts. */
  readonly main: string;
  readonly args?: readonly string[];
  /** Its settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Inherited environment: see `pickEnvironment`. */
  readonly inherited: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly patience?: StartPatience;
  /** Ends a process that is still starting. */
  readonly signal?: AbortSignal | undefined;
}): Promise<AppProcess> {
  const log = openSync(options.logFile, 'a');
  // Its own process group, so that Ctrl-C in a terminal reaches only this script, which stops
  // processes in order.
  const child = spawn(process.execPath, [options.main, ...(options.args ?? [])], {
    detached: true,
    env: { ...options.inherited, ...options.environment },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const app = ownProcess(options.name, child);
  try {
    const ready = await untilReady(child, app.exited, options);
    if (!ready)
      throw new Error(`${options.name} ended while it started:\n${tail(options.logFile)}`);
    return { ...app, port: ready.port };
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Returns the variables that programs need to find each other and their libraries; settings are
 * passed explicitly.
 */
export function pickEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TZ',
    'TMPDIR',
    'XDG_RUNTIME_DIR',
    'CHROMIUM_PATH',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
  ];
  const found = names.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function ownProcess(name: string, child: ChildProcess) {
  const exited = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<string>();
  let isStopping = false;
  const onEnd = (): void => {
    exited.resolve();
    const how = child.signalCode ?? `status ${child.exitCode}`;
    if (!isStopping) failed.resolve(`${name} ended unexpectedly (${how}).`);
  };
  child.once('exit', onEnd);
  child.once('error', onEnd);
  return {
    name,
    processId: child.pid,
    exited: exited.promise,
    failed: failed.promise,
    async [Symbol.asyncDispose]() {
      isStopping = true;
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
      await exited.promise;
      clearTimeout(kill);
    },
  };
}

/** Returns undefined when the process ended instead. */
async function untilReady(
  child: ChildProcess,
  exited: Promise<void>,
  options: Pick<Parameters<typeof startApp>[0], 'name' | 'logFile' | 'patience' | 'signal'>,
): Promise<ReadyMessage | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadyMessage | undefined>();
  child.once('message', (message) => resolve(message as ReadyMessage));
  void exited.then(() => resolve(undefined));
  const settled = new AbortController();
  const { name, logFile, patience, signal } = options;
  const watching = untilStalled({ name, pid: child.pid, logFile }, settled.signal, patience);
  void watching.then((stalled) => stalled !== undefined && reject(new Error(stalled)));
  const giveUp = (): void => reject(signal?.reason);
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true, signal: settled.signal });
  try {
    return await promise;
  } finally {
    settled.abort();
  }
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
