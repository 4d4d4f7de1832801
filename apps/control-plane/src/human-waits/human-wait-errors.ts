import { DomainError } from '../http/domain-error.ts';
import type { LeaseHolder } from '../leases/lease.ts';

/** A worker speaks of a wait that its lease never began. */
export class HumanWaitNotFoundError extends DomainError {
  readonly code = 'human-wait-not-found';
  readonly status = 404;

  constructor({ taskId, leaseEpoch }: LeaseHolder, waitId: string) {
    super(`Lease ${leaseEpoch} of task "${taskId}" has begun no wait "${waitId}".`);
  }
}
