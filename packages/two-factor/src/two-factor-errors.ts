/** A service does not give its messages. The text names the service and never a secret or a message. */
export class MessagesUnavailableError extends Error {
  readonly code = 'messages-unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MessagesUnavailableError';
  }
}
