import { AutomationError, inSeconds } from '../../errors.ts';

/** A step waits for a person, and the run has no way to ask one. */
export class HumanUnavailableError extends AutomationError {
  readonly code = 'human_unavailable';
  override readonly retry = 'never';

  constructor() {
    super(
      'human_in_loop_action needs a person, but this run has no way to ask one: remove the step, or run the task where people can take part.',
    );
  }
}

/** Nobody resumed the run in time. */
export class HumanTimeoutError extends AutomationError {
  readonly code = 'human_timeout';

  constructor(waitedMs: number) {
    super(
      `Nobody resumed the run within ${inSeconds(waitedMs)} (max_wait_time). Raise max_wait_time, or make sure that somebody watches the live view.`,
    );
  }
}

/** A person sent something that variables cannot hold. */
export class HumanAnswerError extends AutomationError {
  readonly code = 'invalid_params';

  constructor(problems: string) {
    super(`The variables sent when the run was resumed are not valid: ${problems}`);
  }
}
