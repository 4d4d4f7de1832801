/** A failure the caller can act on. Anything else that is thrown is a bug and answers 500. */
export abstract class DomainError extends Error {
  /** Stable and documented in the OpenAPI file; clients switch on it. */
  abstract readonly code: string;
  abstract readonly status: number;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
