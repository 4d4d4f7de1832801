import type { EntryProblem } from '@errand/automation-engine/automation';
import { DomainError } from '../http/domain-error.ts';

/** A task cannot be continued at the requested node. The reason says what to do. */
abstract class ContinuationRefusedError extends DomainError {
  constructor(taskId: string, reason: string) {
    super(`Task "${taskId}" cannot be continued: ${reason}`);
  }
}

/** The task did not stop at a node. */
class NoFailedNodeError extends ContinuationRefusedError {
  readonly code = 'no-failed-node';
  readonly status = 409;
}

/** The task was already retried. A second continuation would repeat the effects of the first. */
export class AlreadyRetriedError extends ContinuationRefusedError {
  readonly code = 'already-retried';
  readonly status = 409;

  constructor(taskId: string, retriedBy: string) {
    super(
      taskId,
      `task "${retriedBy}" has retried it already. Continue that one if it has failed, or retry this one without from.`,
    );
  }
}

/** Nodes before the requested one differ from those that the task ran. */
class NodesDifferError extends ContinuationRefusedError {
  readonly code = 'nodes-changed';
  readonly status = 409;
}

/** The recording does not declare that this is safe. */
class NotResumableError extends ContinuationRefusedError {
  readonly code = 'not-resumable';
  readonly status = 409;
}

/** The state before that node was not kept. */
class VariablesLostError extends ContinuationRefusedError {
  readonly code = 'variables-lost';
  readonly status = 409;
}

export const continuationErrors: Readonly<
  Record<
    Exclude<EntryProblem, 'unknown-node'>,
    new (taskId: string, reason: string) => ContinuationRefusedError
  >
> = {
  'no-failed-node': NoFailedNodeError,
  'nodes-changed': NodesDifferError,
  'not-resumable': NotResumableError,
  'variables-lost': VariablesLostError,
};
