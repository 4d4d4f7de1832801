import { DomainError } from '../http/domain-error.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { LastWait } from './human-wait.ts';

/** A worker named a wait that never began under its lease. */
export class HumanWaitNotFoundError extends DomainError {
  readonly code = 'human-wait-not-found';
  readonly status = 404;

  constructor({ taskId, leaseEpoch }: LeaseHolder, waitId: string) {
    super(`Lease ${leaseEpoch} of task "${taskId}" has not begun the wait "${waitId}".`);
  }
}

/** A resume for a task that does not wait for a person. */
export class TaskNotWaitingError extends DomainError {
  readonly code = 'task-not-waiting';
  readonly status = 409;

  constructor(taskId: string, status: TaskStatus, lastWait: LastWait | undefined) {
    const isHeld = status === 'allocated' || status === 'running';
    const words =
      isHeld && lastWait
        ? `no longer waits for a person: ${endInWords(lastWait)}`
        : STATE_IN_WORDS[status];
    super(`Task "${taskId}" ${words}.`);
  }
}

function endInWords({ outcome, endedAt }: LastWait): string {
  const at = endedAt.toISOString();
  if (outcome === 'resumed') return `it was resumed at ${at}`;
  return outcome === 'ended' ? `it stopped waiting at ${at}` : `the wait timed out at ${at}`;
}

const STATE_IN_WORDS = {
  queued: 'is still waiting in the queue, not for a person',
  allocated: 'is starting and is not waiting for a person',
  running: 'is running and is not waiting for a person',
  success: 'has succeeded and is not waiting for a person',
  failed: 'has failed and is not waiting for a person',
  cancelled: 'is cancelled and is not waiting for a person',
} as const;

/** The variables exceed the size limit of one resume. */
export class VariablesTooLargeError extends DomainError {
  readonly code = 'variables-too-large';
  readonly status = 413;

  constructor(bytes: number, maxBytes: number) {
    super(`variables are ${bytes} bytes as JSON: specify at most ${maxBytes}.`);
  }
}
