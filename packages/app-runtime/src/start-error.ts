/**
 * A process cannot start for a reason that its operator can mend. The message is all that is shown: what is wrong, with
 * which value, and the way out.
 */
export class StartError extends Error {
  readonly code: string = 'start';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
