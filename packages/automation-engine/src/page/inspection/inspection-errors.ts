import { AutomationError } from '../../errors.ts';

/** The person cancelled picking an element. */
export class PickCancelledError extends AutomationError {
  readonly code = 'pick_cancelled';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`No element was picked: ${reason}.`);
  }
}
