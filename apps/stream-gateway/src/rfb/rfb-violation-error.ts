/** The client does not speak RFB 3.8 like a viewer. Its connection is closed with 1008. */
export class RfbViolationError extends Error {
  readonly code = 'rfb-violation';

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
