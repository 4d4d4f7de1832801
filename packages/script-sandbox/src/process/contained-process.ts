import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { ScriptLimitError } from '../script-errors.ts';
import { childrenOf, countPrivateFiles, createUsageMeter, type Usage } from './measure-usage.ts';
import type { ProcessLimits } from './process-limits.ts';
import { readLines } from './read-lines.ts';
import type { Command } from './sandbox-command.ts';

/** Frequent enough that memory grows by at most a few hundred MiB in between. */
const MEASURE_EVERY_MS = 100;
/** Grace period after a command's processes were killed; then the command itself is killed. */
const ENDS_WITHIN_MS = 500;

interface ContainedProcess extends AsyncDisposable {
  readonly input: Writable;
  /** File descriptor 3, bidirectional. */
  readonly channel: Socket;
  /**
   * Resolves when the process has ended and all its output was read; `error` is the limit that it
   * exceeded.
   */
  readonly ended: Promise<{ readonly code: number | null; readonly error?: Error }>;
}

interface Options {
  readonly limits: ProcessLimits;
  readonly path: string;
  readonly directory?: string | undefined;
  /** Called with every line of standard output and standard error. */
  readonly onLine: (line: string) => void;
}

/**
 * Starts a command and ends it when it exceeds a limit. Disposing ends it with everything it has
 * started.
 */
export function startContained(command: Command, options: Options): ContainedProcess {
  const { limits, path, directory, onLine } = options;
  const child = spawn(command.file, command.args, {
    detached: true,
    env: { PATH: path, LANG: 'C.UTF-8', HOME: directory ?? '/tmp' },
    ...(directory !== undefined && { cwd: directory }),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  sendFilter(child, command);
  let error: Error | undefined;
  const kill = () => killTree(child, command.root);
  const endFor = (limit: Error) => {
    error ??= limit;
    kill();
  };
  const stopWatching = watchUsage(child, command.root, { limits, endFor });
  let printed = 0;
  const onBytes = (count: number) => {
    printed += count;
    if (printed <= limits.outputBytes) return;
    endFor(new ScriptLimitError(`${limits.outputBytes} bytes of output`, 'it printed endlessly'));
  };
  const [input, output, problems, channel] = child.stdio;
  readLines(output, { onLine, onBytes });
  readLines(problems, { onLine, onBytes });
  // The end of the process is reported separately.
  for (const stream of [input, channel]) stream?.on('error', () => undefined);
  const { promise: ended, resolve } = Promise.withResolvers<Awaited<ContainedProcess['ended']>>();
  child.once('error', (problem) => resolve({ code: null, error: problem }));
  child.once('close', (code) => resolve({ code, ...(error && { error }) }));
  void ended.then(stopWatching);
  return {
    input,
    channel: channel as Socket,
    ended,
    async [Symbol.asyncDispose]() {
      kill();
      const timer = setTimeout(() => signal(child.pid, 'SIGKILL'), ENDS_WITHIN_MS);
      for (const stream of child.stdio) stream?.destroy();
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Sends the filter through file descriptor 4, then closes it. Ignores errors: a program that failed
 * to start or ended immediately does not read it.
 */
export function sendFilter({ stdio }: ChildProcess, { callFilter }: Command): void {
  const stream = stdio[4] as Socket;
  stream.on('error', () => undefined);
  stream.end(callFilter ?? Buffer.alloc(0));
}

function watchUsage(
  { pid }: ChildProcess,
  root: Command['root'],
  { limits, endFor }: { readonly limits: ProcessLimits; readonly endFor: (error: Error) => void },
): () => void {
  if (pid === undefined) return () => undefined;
  const measure = createUsageMeter(pid);
  const timer = setInterval(() => {
    const error = findExcess(measure(), limits) ?? findExcessFiles(pid, root, limits);
    if (error) endFor(error);
  }, MEASURE_EVERY_MS);
  return () => clearInterval(timer);
}

function findExcess(
  used: Usage,
  { memoryMb, cpuSeconds }: ProcessLimits,
): ScriptLimitError | undefined {
  if (used.memoryMb > memoryMb) {
    return new ScriptLimitError(`${memoryMb} MiB of memory`, 'its processes used too much memory');
  }
  if (used.cpuSeconds > cpuSeconds) {
    return new ScriptLimitError(
      `${cpuSeconds} s of processor time`,
      'it kept the processor too busy',
    );
  }
  return undefined;
}

function findExcessFiles(
  pid: number,
  root: Command['root'],
  { fileCount }: ProcessLimits,
): ScriptLimitError | undefined {
  // Without a sandbox, the program's files are the host's.
  const [first] = root === 'child' ? childrenOf(pid) : [];
  if (first === undefined || countPrivateFiles(first) <= fileCount) return undefined;
  return new ScriptLimitError(`${fileCount} files`, 'it created too many files');
}

/**
 * Kills the process tree. bwrap exits by itself when the sandbox has ended, and leaves no zombie;
 * before there is a sandbox, bwrap itself is killed.
 */
function killTree({ pid, exitCode, signalCode }: ChildProcess, root: Command['root']): void {
  if (pid === undefined) return;
  if (root === 'group') return signal(-pid, 'SIGKILL');
  if (exitCode !== null || signalCode !== null) return;
  const [first = pid] = childrenOf(pid);
  signal(first, 'SIGKILL');
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(Error.isError(error) && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
