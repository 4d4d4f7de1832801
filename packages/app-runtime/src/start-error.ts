/**
 * A process cannot start for a reason that its operator can fix. Only the message is shown: what is
 * wrong, with which value, and how to fix it.
 */
export class StartError extends Error {
  readonly code: string = 'start';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
