import { AutomationError } from '../../errors.ts';

/** The person cancelled the picking of an element. */
export class PickCancelledError extends AutomationError {
  readonly code = 'pick_cancelled';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`No element was picked: ${reason}.`);
  }
}
