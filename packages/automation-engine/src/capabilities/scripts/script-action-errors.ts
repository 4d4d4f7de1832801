import { AutomationError } from '../../errors.ts';

/** The worker runs no scripts at all. */
export class ScriptsMissingError extends AutomationError {
  readonly code = 'script_sandbox_unavailable';
  override readonly retry = 'never';

  constructor() {
    super('This worker was started without a place to run scripts in.');
  }
}

/** The worker runs no PowerShell at all. */
export class PowershellMissingError extends AutomationError {
  readonly code = 'powershell_unavailable';
  override readonly retry = 'never';

  constructor() {
    super('This worker runs no PowerShell: set POWERSHELL_PATH to its pwsh.');
  }
}

/** A script returned what its step cannot use. */
export class ScriptResultError extends AutomationError {
  readonly code = 'script_error';
  override readonly retry = 'never';
}

/** A script called something with values that it does not take. */
export class InvalidCallError extends AutomationError {
  readonly code = 'invalid_params';

  constructor(problem: string) {
    super(`The call does not take these values: ${problem}`);
  }
}

/** What a script asked for did not work out; the message says why. */
export class CallFailedError extends AutomationError {
  readonly code = 'script_call';
}
