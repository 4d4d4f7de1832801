import { AutomationError } from '../../errors.ts';

/** What `wait_for` waits for did not happen in time. */
export class WaitForTimeoutError extends AutomationError {
  readonly code = 'timeout';
}

/** An expected number of elements is not a number after its placeholders are filled in. */
export class InvalidCountError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(template: string) {
    super(
      `expected: ${JSON.stringify(template)} is not a number of elements after its placeholders are filled in.`,
    );
  }
}
