import { AutomationError } from '../../errors.ts';

/** This worker cannot run scripts. */
export class ScriptsMissingError extends AutomationError {
  readonly code = 'script_sandbox_unavailable';
  override readonly retry = 'never';

  constructor() {
    super('This worker was started without a way to run scripts.');
  }
}

/** This worker cannot run PowerShell. */
export class PowershellMissingError extends AutomationError {
  readonly code = 'powershell_unavailable';
  override readonly retry = 'never';

  constructor() {
    super('This worker cannot run PowerShell: set POWERSHELL_PATH to its pwsh.');
  }
}

/** A placeholder is in a place where its value could become PowerShell code. */
export class UnsafePlaceholderError extends AutomationError {
  readonly code = 'script_error';
  override readonly retry = 'never';

  constructor(placeholder: string, command: string) {
    super(
      `The PowerShell command ${JSON.stringify(command.slice(0, 200))} has ${placeholder} where its value could be read as code, or joined with its neighbors. Set a variable in its own command ($value = ${placeholder}) and use the variable here: a value may only stand alone, at the end of a word, or inside plain quotes on one line, and one with line breaks only alone or inside double quotes.`,
    );
  }
}

/** The commands of a step end within a string or comment. */
export class OpenCommandError extends AutomationError {
  readonly code = 'script_error';
  override readonly retry = 'never';

  constructor(command: string) {
    super(
      `The PowerShell command ${JSON.stringify(command.slice(0, 200))} ends within a string, a comment or the name of a variable. Close it in the same command.`,
    );
  }
}

/** A script returned a value that its step cannot use. */
export class ScriptResultError extends AutomationError {
  readonly code = 'script_error';
  override readonly retry = 'never';
}

/** A script returned no value for a variable and `allow_none` is false. */
export class ScriptEmptyError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(names: readonly string[]) {
    super(`code_fn returned no value for ${names.join(', ')}. Set allow_none to accept that.`);
  }
}

/** A script made a call with invalid params. */
export class InvalidCallError extends AutomationError {
  readonly code = 'invalid_params';

  constructor(problem: string) {
    super(`The call does not accept these values: ${problem}`);
  }
}

/** A script's call failed; the message says why. */
export class CallFailedError extends AutomationError {
  readonly code = 'script_call';
}
