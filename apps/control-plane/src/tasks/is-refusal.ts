import { DomainError } from '../http/domain-error.ts';

/**
 * Whether the error concerns this task and not the server: the other tasks of the request continue.
 */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.status < 500 || error.status === 507);
}
