import { DomainError } from './domain-error.ts';
import type { Violation } from './invalid-request-error.ts';

/** A required field of an older operation is missing, which is 400 there instead of 422. */
class MissingFieldError extends DomainError {
  readonly code = 'missing-field';
  readonly status = 400;

  constructor(fields: readonly string[]) {
    super(fields.map((field) => `${field} is missing.`).join(' '));
  }
}

/** The error of older operations for a request without a required field. */
export function refuseMissing(violations: readonly Violation[]): MissingFieldError | undefined {
  const missing = violations.filter(({ type }) => type === 'required');
  if (missing.length === 0) return undefined;
  return new MissingFieldError(missing.map(({ loc }) => loc.slice(1).join('.')));
}
