import type { RetryScope } from '@errand/foundation';

/** A failure that the caller can act on. Any other error is a bug and returns 500. */
export abstract class DomainError extends Error {
  /** Stable and documented in the OpenAPI file; clients switch on it. */
  abstract readonly code: string;
  abstract readonly status: number;
  /** Who may retry a task whose step fails with this error; absent for other errors. */
  readonly retry?: Exclude<RetryScope, 'infrastructure'>;
  /** Details for programs besides the code, for error schemas with a member for them. */
  readonly details: Readonly<Record<string, string>> = {};

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
