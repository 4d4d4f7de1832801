/** A failure the caller can act on. Anything else that is thrown is a bug and answers 500. */
export abstract class DomainError extends Error {
  /** Stable and documented in the OpenAPI file; clients switch on it. */
  abstract readonly code: string;
  abstract readonly status: number;
  /** What a program wants to know besides the code; for the shapes that have a place for it. */
  readonly details: Readonly<Record<string, string>> = {};

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
