import { CodedError } from '@errand/foundation';

/** A script failed. `code` is the error class that tasks report. */
abstract class ScriptSandboxError extends CodedError {}

interface ScriptException {
  /**
   * Python's name for the exception; null for an invalid script (no code_fn, an ambiguous
   * placeholder).
   */
  readonly type: string | null;
  readonly message: string;
  readonly line: number | null;
  readonly text: string | null;
}

/** The script raised an exception or is invalid. */
export class ScriptFailedError extends ScriptSandboxError {
  readonly code = 'script_error';

  constructor({ type, message, line, text }: ScriptException) {
    const place = line === null ? '' : ` at line ${line}${text ? ` (${text})` : ''}`;
    const what = [type, message].filter(Boolean).join(': ');
    super(`The script failed${place}: ${what}`);
  }
}

/** The script ended without a result: it ended its own process, or violated the protocol. */
export class ScriptEndedError extends ScriptSandboxError {
  readonly code = 'script_error';
}

/** The script exceeded its time limit. */
export class ScriptTimeoutError extends ScriptSandboxError {
  readonly code = 'script_timeout';

  constructor(limit: { readonly name: string; readonly seconds: number }) {
    super(`The script ran longer than ${limit.name} = ${limit.seconds} s and was stopped.`);
  }
}

/** The script exceeded a resource limit. */
export class ScriptLimitError extends ScriptSandboxError {
  readonly code = 'script_limit_exceeded';

  constructor(limit: string, what: string) {
    super(`The script was stopped: ${what}. The limit is ${limit}.`);
  }
}

/** The worker cannot sandbox scripts, so it runs none. */
export class SandboxUnavailableError extends ScriptSandboxError {
  readonly code = 'script_sandbox_unavailable';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(
      `This worker has no sandbox for scripts: ${reason}. Install bubblewrap and allow user namespaces, or set SCRIPT_SANDBOX=unsandboxed-allowed if every author of scripts may do everything that the worker can.`,
    );
  }
}

/** The worker has no PowerShell. */
export class PowershellUnavailableError extends ScriptSandboxError {
  readonly code = 'powershell_unavailable';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`This worker cannot run PowerShell: ${reason}. Set POWERSHELL_PATH to its pwsh.`);
  }
}

/** A command failed, or the shell ended before the command did. */
export class PowershellFailedError extends ScriptSandboxError {
  readonly code = 'script_error';

  constructor(command: string, problem: string) {
    super(`The PowerShell command ${JSON.stringify(command.slice(0, 200))} ${problem}.`);
  }
}
