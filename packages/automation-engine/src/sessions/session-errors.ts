import { AutomationError } from '../errors.ts';

/** A session only runs forward. */
export class NodePassedError extends AutomationError {
  readonly code = 'node_path';
  override readonly retry = 'never';

  constructor(until: string, position: string | undefined) {
    super(
      `The node ${JSON.stringify(until)} is before the position${position === undefined ? ', the end' : ` ${position}`}: restart the session up to it. Nothing has run.`,
    );
  }
}

/** The node before which to stop did not run. */
export class NodeNotReachedError extends AutomationError {
  readonly code = 'node_not_reached';
  override readonly retry = 'never';

  constructor(until: string, position: string | undefined) {
    const stop =
      position === undefined
        ? `The automation ended: ${until} did not run.`
        : `Stopped before ${position}: ${until} comes before it, but did not run.`;
    super(`${stop} Its branch was not taken, or its loop ended earlier.`);
  }
}

/** A person stopped the step that was running. */
export class StepCancelledError extends AutomationError {
  readonly code = 'cancelled';
  override readonly retry = 'never';

  constructor() {
    super('The step was cancelled. The page stays in its current state.');
  }
}

/** A variable cannot be set. */
export class SessionVariableError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(name: string, problem: string) {
    super(`The variable ${JSON.stringify(name)} ${problem}.`);
  }
}

/** The command is not possible in the current state of the recording. */
export class RecordingStateError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';
}
