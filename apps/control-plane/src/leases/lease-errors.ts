import { DomainError } from '../http/domain-error.ts';

/**
 * The lease expired, was released, or now belongs to another worker. The worker must stop the task
 * immediately.
 */
export class LeaseLostError extends DomainError {
  readonly code = 'lease-lost';
  readonly status = 409;

  constructor(lease: { readonly taskId: string; readonly leaseEpoch: number }) {
    super(
      `Lease ${lease.leaseEpoch} of task "${lease.taskId}" is no longer held: it expired, was ended, or another worker claimed the task.`,
    );
  }
}

/** The process has reached its limit of claims that wait for work. */
export class TooManyClaimsError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor(limit: number) {
    super(`${limit} claims are already waiting for work: try again in 1 s.`);
  }
}
