import { pauseUntilAborted } from '@errand/foundation';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startContained } from './process/contained-process.ts';
import { DEFAULT_PATH, probeSandbox, type SandboxSupport } from './process/probe-sandbox.ts';
import { defaultProcessLimits, type ProcessLimits } from './process/process-limits.ts';
import { sandboxedCommand, unsandboxedCommand } from './process/sandbox-command.ts';
import type { SandboxParts } from './process/sandbox-parts.ts';
import { converse, type Ending } from './protocol/converse.ts';
import { encodeFrame } from './protocol/frames.ts';
import { bootSource, runtimeSources } from './runtime-sources.ts';
import {
  SandboxUnavailableError,
  ScriptEndedError,
  ScriptFailedError,
  ScriptTimeoutError,
} from './script-errors.ts';
import type { ScriptHost, ScriptJob, ScriptRun } from './script-job.ts';

export interface SandboxOptions {
  /** Maximum resident memory of all processes of a script together, in MiB. Default 512. */
  readonly memoryMb?: number;
  /** Maximum CPU time of a script, in seconds. Default 60. */
  readonly cpuSeconds?: number;
  /** Maximum run time of a script, in seconds. Default 300. */
  readonly seconds?: number;
  /** Whether scripts run unsandboxed when there is no sandbox. Default false: they fail. */
  readonly isUnsandboxedAllowed?: boolean;
  readonly pythonPath?: string;
  /** Search path for bwrap, setpriv and prlimit. */
  readonly path?: string;
  /** What the sandbox can do here. Default: determined at the first script. */
  readonly support?: Promise<SandboxSupport>;
}

export interface ScriptSandbox {
  /**
   * Runs a script to its end. `ScriptRun.error` is the script's own error. Throws
   * `ScriptTimeoutError`, `ScriptLimitError` or `ScriptEndedError` for a script that had to be
   * stopped or ended without a result, `SandboxUnavailableError`, and the reason of `signal`, which
   * ends the script immediately.
   */
  readonly run: (job: ScriptJob, host: ScriptHost, signal: AbortSignal) => Promise<ScriptRun>;
}

interface Settings {
  readonly limits: ProcessLimits;
  readonly seconds: number;
  readonly isUnsandboxedAllowed: boolean;
  readonly pythonPath: string;
  readonly path: string;
}

/** How long a script that has reported its end may take to exit by itself. */
const ENDS_WITHIN_MS = 1000;

export function createScriptSandbox(options: SandboxOptions = {}): ScriptSandbox {
  const { memoryMb, cpuSeconds, seconds = 300, isUnsandboxedAllowed = false } = options;
  const { pythonPath = '/usr/bin/python3', path = DEFAULT_PATH } = options;
  const limits = {
    ...defaultProcessLimits,
    ...(memoryMb !== undefined && { memoryMb }),
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  };
  const settings = { limits, seconds, isUnsandboxedAllowed, pythonPath, path };
  let { support } = options;
  return {
    async run(job, host, signal) {
      signal.throwIfAborted();
      support ??= probeSandbox(path);
      const { problem, parts } = await support;
      if (problem !== undefined && !isUnsandboxedAllowed)
        throw new SandboxUnavailableError(problem);
      const sandbox = problem === undefined ? parts : undefined;
      return runScript(settings, { job, host, signal, sandbox });
    },
  };
}

interface Script {
  readonly job: ScriptJob;
  readonly host: ScriptHost;
  readonly signal: AbortSignal;
  /** Undefined: the script runs with the worker's own rights. */
  readonly sandbox: SandboxParts | undefined;
}

async function runScript(settings: Settings, script: Script): Promise<ScriptRun> {
  const { job, host, signal, sandbox } = script;
  await using resources = new AsyncDisposableStack();
  const directory = sandbox ? undefined : await openDirectory(resources);
  const { limits, path, pythonPath: file } = settings;
  const program = { file, args: ['-I', '-B', '-u', '-c', bootSource], limits };
  const command = sandbox ? sandboxedCommand(program, sandbox) : unsandboxedCommand(program);
  const onLine = host.onPrint;
  const over = new AbortController();
  resources.defer(() => over.abort());
  const contained = resources.use(startContained(command, { limits, path, directory, onLine }));
  contained.input.end();
  contained.channel.write(encodeFrame(describeJob(job)));
  const ending = converse(contained.channel, host, AbortSignal.any([signal, over.signal]));
  const silent = contained.ended.then(({ code, error }) => {
    throw error ?? new ScriptEndedError(describeExit(code));
  });
  const told = await Promise.race([ending, silent, untilStopped(settings, script, over.signal)]);
  // Wait for the rest of its output, which is part of the result.
  const patience = pauseUntilAborted(ENDS_WITHIN_MS, over.signal);
  await Promise.race([contained.ended, patience]);
  return toRun(told, host);
}

async function openDirectory(resources: AsyncDisposableStack): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-script-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function describeJob({ inputParameters, uniqueParameters, callTimeoutMs, ...job }: ScriptJob) {
  return {
    runtime: runtimeSources,
    ...job,
    input_parameters: inputParameters,
    unique_parameters: uniqueParameters,
    timeout_ms: callTimeoutMs,
    axtree: job.axtree ?? null,
  };
}

/** Rejects when the caller's signal fires or the time is up. */
function untilStopped(
  { seconds }: Settings,
  { job: { timeoutSeconds = seconds }, signal }: Script,
  over: AbortSignal,
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit =
    timeoutSeconds < seconds
      ? { name: 'timeout_seconds', seconds: timeoutSeconds }
      : { name: 'SCRIPT_SECONDS', seconds };
  const timer = setTimeout(() => reject(new ScriptTimeoutError(limit)), limit.seconds * 1000);
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true, signal: over });
  over.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return promise;
}

function describeExit(code: number | null): string {
  const how = code === null ? 'could not be started' : `ended its own process (exit code ${code})`;
  return `The script ${how} before code_fn returned.`;
}

function toRun({ value, state, error }: Ending, host: ScriptHost): ScriptRun {
  if (!error) return { value, state };
  if (error.trace !== '') host.onPrint(error.trace.trimEnd());
  return { value: null, state, error: new ScriptFailedError(error) };
}
