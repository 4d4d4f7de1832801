/** A service does not give its messages. The text names the service and never a secret or a message. */
export class MessagesUnavailableError extends Error {
  readonly code = 'messages-unavailable';
  /** Asking again is of no use, and logins that fail again and again may lock an account. Default false. */
  readonly isLasting: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isLasting?: boolean } = {}) {
    super(message, options);
    this.name = 'MessagesUnavailableError';
    this.isLasting = options.isLasting ?? false;
  }
}
