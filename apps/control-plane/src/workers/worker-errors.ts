import { DomainError } from '../http/domain-error.ts';

/** The worker asked for a label that its pool does not have. */
export class LabelNotInPoolError extends DomainError {
  readonly code = 'label-not-in-pool';
  readonly status = 403;

  constructor(label: string, labels: readonly string[]) {
    super(
      `The label "${label}" is not one of the labels of this worker's pool (${labels.join(', ')}): remove it from WORKER_LABELS, or use the token of a pool that has it.`,
    );
  }
}

/** A worker of another pool has this id. */
export class WorkerIdTakenError extends DomainError {
  readonly code = 'worker-id-taken';
  readonly status = 409;

  constructor(workerId: string) {
    super(
      `The worker_id "${workerId}" belongs to a registered worker of another pool: set another WORKER_ID.`,
    );
  }
}
