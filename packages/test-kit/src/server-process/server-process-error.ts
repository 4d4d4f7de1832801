/** A test server failed to start or has ended; the message includes the tail of its log. */
export class ServerProcessError extends Error {
  readonly code = 'server-process-ended';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
