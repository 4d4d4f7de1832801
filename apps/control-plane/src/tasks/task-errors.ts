import { DomainError } from '../http/domain-error.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';

/** The task may still fail, and only then can it be retried. */
export class RetryTooEarlyError extends DomainError {
  readonly code = 'task-not-ended';
  readonly status = 409;

  constructor(taskId: string, status: Exclude<TaskStatus, 'failed' | 'cancelled' | 'success'>) {
    super(
      `Task "${taskId}" ${STATE_IN_WORDS[status]}: only a failed or cancelled task can be retried.`,
    );
  }
}

/** The task has succeeded. */
export class TaskNotRetryableError extends DomainError {
  readonly code = 'task-not-retryable';
  readonly status = 409;

  constructor(taskId: string) {
    super(`Task "${taskId}" has succeeded: only a failed or cancelled task can be retried.`);
  }
}

const STATE_IN_WORDS = {
  queued: 'is still waiting in the queue',
  allocated: 'was just taken by a worker and has not ended',
  running: 'is still running',
} as const;

/** Only a task that has ended can be deleted. */
export class TaskOpenError extends DomainError {
  readonly code = 'task-open';
  readonly status = 409;

  constructor(taskId: string, status: Exclude<TaskStatus, 'success' | 'failed' | 'cancelled'>) {
    super(
      `Task "${taskId}" ${STATE_IN_WORDS[status]}: cancel it (POST /api/v1/tasks/${taskId}/cancel) or wait for it to end, then delete it.`,
    );
  }
}

/** A result of the task is still being delivered. */
export class ResultPendingError extends DomainError {
  readonly code = 'result-pending';
  readonly status = 409;

  constructor(taskId: string) {
    super(
      `The result of task "${taskId}" is still being delivered: delete the task after the delivery, which takes at most a few minutes.`,
    );
  }
}

/** The recording's current version needs different parameters from those the task was given. */
export class RetryMismatchError extends DomainError {
  readonly code = 'retry-mismatch';
  readonly status = 409;

  constructor(taskId: string, cause: DomainError) {
    super(describeMismatch(taskId, cause), { cause });
  }
}

/** The current version runs elsewhere than the task did: in a browser or on a desktop. */
export class RetryPlaceMismatchError extends DomainError {
  readonly code = 'retry-place-mismatch';
  readonly status = 409;

  constructor(taskId: string, cause: DomainError) {
    super(describeMismatch(taskId, cause), { cause });
  }
}

function describeMismatch(taskId: string, { message }: DomainError): string {
  return `Task "${taskId}" cannot be retried because its recording has changed: ${message} Submit a new task instead.`;
}

/** The recording of a task to retry was deleted. */
export class RecordingDeletedError extends DomainError {
  readonly code = 'recording-deleted';
  readonly status = 409;

  constructor(taskId: string, options?: ErrorOptions) {
    super(
      `Task "${taskId}" cannot be retried because its recording was deleted: submit a new task to another recording.`,
      options,
    );
  }
}
