import { AutomationError } from '../../errors.ts';

/** Nobody picks an element any more. */
export class PickCancelledError extends AutomationError {
  readonly code = 'pick_cancelled';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`No element was picked: ${reason}.`);
  }
}
