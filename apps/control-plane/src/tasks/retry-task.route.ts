import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { VaultAccess } from '../secrets/vault-access.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { matchDesktop, matchParameters } from './check-submission.ts';
import { ParameterMismatchError, RemoteDesktopMismatchError } from './submission-errors.ts';
import {
  RecordingDeletedError,
  RetryMismatchError,
  RetryPlaceMismatchError,
} from './task-errors.ts';
import type { TaskStore } from './task-store.ts';

/**
 * A final task never changes, so a retry is a new task that refers to the old one. Its trace is that
 * of its own request, with a link to the old one.
 */
export const retryTask = defineRoute(
  'retryTask',
  async (
    {
      recordings,
      tasks,
      vaultAccess,
    }: {
      readonly recordings: RecordingStore;
      readonly tasks: TaskStore;
      readonly vaultAccess: VaultAccess;
    },
    { params, accountId, trace, span, signal },
  ) => {
    const task = await tasks.getSubmission(accountId, params.task_id);
    const declared = await recordings.findParameters(accountId, task.endpoint_name);
    // Deleted since the task was read.
    if (!declared) throw new RecordingDeletedError(params.task_id);

    // A goal keeps the parameters it was submitted with.
    const secrets = task.goal === undefined ? secretsOf(task, params.task_id, declared) : {};
    await vaultAccess.check({ accountId, isLocal: false }, secrets);
    const secure_parameters = Object.keys(secrets).length > 0 ? secrets : undefined;
    if (task.trace) span?.link(task.trace);
    const submitted = { ...task, secure_parameters, trace };
    const { taskId } = await tasks.submit(accountId, submitted, signal);
    return {
      status: 202,
      body: {
        success: true,
        message: 'A new task is queued.',
        task_id: taskId,
        retry_of: params.task_id.toLowerCase(),
      },
    };
  },
  { isTraced: true },
);

/** Throws RetryMismatchError, RetryPlaceMismatchError. */
function secretsOf(
  task: SubmittedTask,
  taskId: string,
  declared: Parameters<typeof matchParameters>[0],
): ReturnType<typeof matchParameters> {
  try {
    matchDesktop(declared, task);
    return matchParameters(declared, task);
  } catch (error) {
    if (error instanceof ParameterMismatchError) throw new RetryMismatchError(taskId, error);
    if (error instanceof RemoteDesktopMismatchError) {
      throw new RetryPlaceMismatchError(taskId, error);
    }
    throw error;
  }
}
