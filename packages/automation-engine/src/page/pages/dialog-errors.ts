import { AutomationError } from '../../errors.ts';

/** The text for a prompt is too long after its placeholders are filled in. */
export class DialogTextError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(length: number, longest: number) {
    super(
      `dialog.text has ${length} characters after its placeholders are filled in, but a prompt takes at most ${longest} here: specify a shorter text.`,
    );
  }
}
