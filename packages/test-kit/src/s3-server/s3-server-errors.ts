/** The S3 server of the tests cannot be had; the message says what to do. */
export class S3ServerError extends Error {
  readonly code = 's3-server-unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
