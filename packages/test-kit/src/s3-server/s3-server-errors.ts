/** The test S3 server is unavailable; the message says what to do. */
export class S3ServerError extends Error {
  readonly code = 's3-server-unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
