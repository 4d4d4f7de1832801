import { DomainError } from '../http/domain-error.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';

/** The account has no delivery with this id. */
export class DeliveryNotFoundError extends DomainError {
  readonly code = 'delivery-not-found';
  readonly status = 404;

  constructor(deliveryId: string) {
    super(`There is no delivery "${deliveryId}".`);
  }
}

/** The delivery is still being tried, so it does not need redelivery. */
export class DeliveryPendingError extends DomainError {
  readonly code = 'delivery-pending';
  readonly status = 409;

  constructor(deliveryId: string) {
    super(`Delivery "${deliveryId}" is still being tried: it can be redelivered afterwards.`);
  }
}

/** A result was requested before the task ended. */
export class TaskNotEndedError extends DomainError {
  readonly code = 'task-not-ended';
  readonly status = 409;

  constructor(taskId: string, status: TaskStatus) {
    super(`Task "${taskId}" is ${status}: its result can be delivered once it has ended.`);
  }
}

/** The account has tested receivers too often. A test may begin again in two seconds. */
export class TooManyTestsError extends DomainError {
  readonly code = 'too-many-requests';
  readonly status = 429;
  override readonly retry = 'automation';

  constructor() {
    super(
      'The account has tested receivers more than five times in ten seconds: try again in 2 seconds.',
    );
  }
}
