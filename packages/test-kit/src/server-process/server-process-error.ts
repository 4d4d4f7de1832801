/** A server of the tests does not come up, or has ended; the message shows the end of its log. */
export class ServerProcessError extends Error {
  readonly code = 'server-process-ended';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
