import { AutomationError } from '../errors.ts';

/** A secret is unavailable, or may not be typed where the step would type it. */
export class SecretUnavailableError extends AutomationError {
  readonly code = 'secret_unavailable';
}

/** A secret is used in a field that is stored, shown or sent. */
export class SecretMisplacedError extends AutomationError {
  readonly code = 'secret_unavailable';
  override readonly retry = 'never';

  constructor(placeholder: string) {
    super(
      `${placeholder} is a secret, and this field is stored, shown or sent. Secrets are allowed only in input_text.input_text and set_value.value, whose text goes into the page.`,
    );
  }
}
