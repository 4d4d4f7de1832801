import { DomainError } from '../http/domain-error.ts';

/** More workers wait for their bell than this process lets wait. */
export class TooManyBellsError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor(limit: number) {
    super(`${limit} workers wait for their bell already: try again in 1 s.`);
  }
}
