import { AutomationError } from '../../errors.ts';

/** What `wait_for` waits for did not come in time. */
export class WaitForTimeoutError extends AutomationError {
  readonly code = 'timeout';
}

/** A number of elements with its values in place is none. */
export class InvalidCountError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(template: string) {
    super(
      `expected: ${JSON.stringify(template)} is no number of elements with its values in place.`,
    );
  }
}
