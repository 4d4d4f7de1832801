import { EndpointNotFoundError } from '../transitions/submit-errors.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { RecordingDeletedError } from './task-errors.ts';
import type { TaskStore } from './task-store.ts';

interface PreparedRetry {
  readonly retryOf: string;
  readonly task: SubmittedTask;
  readonly signal?: AbortSignal;
}

/**
 * Submits the retry of a task. Throws the same errors as `submit`, except RecordingDeletedError for
 * a recording that was deleted since the retry was prepared.
 */
export async function submitRetry(
  tasks: Pick<TaskStore, 'submit'>,
  accountId: string,
  { retryOf, task, signal }: PreparedRetry,
): ReturnType<TaskStore['submit']> {
  try {
    return await tasks.submit(accountId, task, signal);
  } catch (error) {
    if (!(error instanceof EndpointNotFoundError)) throw error;
    throw new RecordingDeletedError(retryOf, { cause: error });
  }
}
