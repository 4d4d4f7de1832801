import { CodedError, type RetryScope } from '@errand/foundation';

/**
 * A service did not return its messages. The text names the service, never a secret or a message.
 */
export class MessagesUnavailableError extends CodedError {
  readonly code = 'messages-unavailable';
  /** `never` where repeated failed logins may lock an account. Default: `automation`. */
  override readonly retry: RetryScope;

  constructor(message: string, options: ErrorOptions & { readonly retry?: RetryScope } = {}) {
    super(message, options);
    this.retry = options.retry ?? 'automation';
  }
}
