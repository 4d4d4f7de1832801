import { DomainError } from '../http/domain-error.ts';

/** The process has reached its limit of workers that wait for their bell. */
export class TooManyBellsError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor(limit: number) {
    super(`${limit} workers are already waiting for their bell: try again in 1 s.`);
  }
}
