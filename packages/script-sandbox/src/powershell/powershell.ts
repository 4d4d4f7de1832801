import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startContained } from '../process/contained-process.ts';
import { DEFAULT_PATH, probeSandbox, type SandboxSupport } from '../process/probe-sandbox.ts';
import { defaultProcessLimits, type ProcessLimits } from '../process/process-limits.ts';
import { sandboxedCommand, unsandboxedCommand } from '../process/sandbox-command.ts';
import {
  PowershellFailedError,
  PowershellUnavailableError,
  SandboxUnavailableError,
  ScriptTimeoutError,
} from '../script-errors.ts';

export interface PowershellOptions {
  /** Path of `pwsh`. Without it there is no PowerShell. */
  readonly powershellPath: string | undefined;
  /** Whether the shell runs with the worker's own rights. Default false: in the script sandbox. */
  readonly isUnsandboxed?: boolean;
  /** Default 1024: the runtime alone takes 100. */
  readonly memoryMb?: number;
  readonly cpuSeconds?: number;
  /** Maximum time for the commands of one step, in seconds. Default 300. */
  readonly seconds?: number;
  /** Search path for bwrap, setpriv and prlimit. */
  readonly path?: string;
  /** What the sandbox can do here. Default: determined when it is first needed. */
  readonly support?: Promise<SandboxSupport>;
}

/**
 * One shell, whose state (variables, the directory) persists between commands. Disposing ends it.
 */
export interface PowershellSession extends AsyncDisposable {
  /**
   * Runs commands in order. Throws `PowershellFailedError` at the first that fails, and the reason
   * of `signal`.
   */
  readonly run: (
    commands: readonly string[],
    told: { readonly onPrint: (line: string) => void; readonly signal: AbortSignal },
  ) => Promise<void>;
}

export interface Powershell {
  /** Throws `PowershellUnavailableError` and `SandboxUnavailableError`. */
  readonly open: () => Promise<PowershellSession>;
}

/**
 * The runtime uses more threads than a script may, and reserves more address space than it uses.
 */
const runtimeNeeds = { processes: 128, memoryMb: 1024, isAddressSpaceLimited: false };
const shellArguments = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', '-'];

export function createPowershell(options: PowershellOptions): Powershell {
  const { powershellPath, isUnsandboxed = false, path = DEFAULT_PATH, seconds = 300 } = options;
  const limits: ProcessLimits = {
    ...defaultProcessLimits,
    ...runtimeNeeds,
    ...(options.memoryMb !== undefined && { memoryMb: options.memoryMb }),
    ...(options.cpuSeconds !== undefined && { cpuSeconds: options.cpuSeconds }),
  };
  let { support } = options;
  return {
    async open() {
      if (powershellPath === undefined) throw new PowershellUnavailableError('it has none');
      const file = await findProgram(powershellPath);
      const program = { file, args: shellArguments, limits, directories: directoriesOf(file) };
      if (isUnsandboxed) return openSession(unsandboxedCommand(program), { limits, path, seconds });
      support ??= probeSandbox(path);
      const { problem, parts } = await support;
      if (problem !== undefined) throw new SandboxUnavailableError(problem);
      return openSession(sandboxedCommand(program, parts), { limits, path, seconds });
    },
  };
}

async function findProgram(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const reason = Error.isError(error) ? error.message : String(error);
    throw new PowershellUnavailableError(reason);
  }
}

/** Returns directories to mount; /usr is mounted anyway. */
function directoriesOf(file: string): readonly string[] {
  return file.startsWith('/usr/') ? [] : [dirname(file)];
}

interface SessionOptions {
  readonly limits: ProcessLimits;
  readonly path: string;
  readonly seconds: number;
}

function openSession(
  command: Parameters<typeof startContained>[0],
  { limits, path, seconds }: SessionOptions,
): PowershellSession {
  let tell: ((line: string) => void) | undefined;
  const shell = startContained(command, { limits, path, onLine: (line) => tell?.(line) });
  const runOne = (source: string, print: (line: string) => void): Promise<boolean> => {
    const mark = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    // Output and errors use separate streams: each ends with the mark.
    let isGood: boolean | undefined;
    let marks = 0;
    tell = (line) => {
      if (!line.startsWith(mark)) {
        print(line);
        return;
      }
      const outcome = line.slice(mark.length).trim();
      if (outcome !== '') isGood = outcome === 'True';
      marks += 1;
      if (marks === 2) resolve(isGood === true);
    };
    const onEnd = ({ error }: Awaited<typeof shell.ended>) =>
      reject(error ?? new PowershellFailedError(source, 'ended the shell'));
    void shell.ended.then(onEnd);
    // A blank line ends a multi-line command.
    const ends = [`Write-Output "${mark} $?"`, `[Console]::Error.WriteLine("${mark}")`];
    shell.input.write(`${source}\n\n${ends.join('\n')}\n`);
    return promise;
  };
  return {
    async run(commands, { onPrint, signal }) {
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const timeUp = new ScriptTimeoutError({ name: 'SCRIPT_SECONDS', seconds });
      const timer = setTimeout(() => reject(timeUp), seconds * 1000);
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        signal.throwIfAborted();
        for (const source of commands) {
          const isDone = await Promise.race([runOne(source, onPrint), stopped]);
          if (!isDone)
            throw new PowershellFailedError(source, 'failed; its output is in the log of the step');
        }
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
    [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose](),
  };
}
