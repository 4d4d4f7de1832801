import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { VaultAccess } from '../secrets/vault-access.ts';
import { EndpointNotFoundError } from '../transitions/submit-errors.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { matchDesktop, matchParameters } from './check-submission.ts';
import { ParameterMismatchError, RemoteDesktopMismatchError } from './submission-errors.ts';
import { RetryMismatchError } from './task-errors.ts';
import type { TaskStore } from './task-store.ts';

/** A final task never changes, so trying it again is a new task that knows the old one. */
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
    { params, accountId, signal },
  ) => {
    const task = await tasks.getSubmission(accountId, params.task_id);
    const declared = await recordings.findParameters(accountId, task.endpointName);
    if (!declared) throw new EndpointNotFoundError(task.endpointName);

    // A goal has the parameters that it was given with.
    const secureParameters =
      task.goal === undefined ? secretsOf(task, params.task_id, declared) : undefined;
    await vaultAccess.check({ accountId, isLocal: false }, secureParameters ?? {});
    const { taskId } = await tasks.submit(accountId, { ...task, secureParameters }, signal);
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
);

/** Throws RetryMismatchError. */
function secretsOf(
  task: SubmittedTask,
  taskId: string,
  declared: Parameters<typeof matchParameters>[0],
): ReturnType<typeof matchParameters> | undefined {
  const { inputParameters, secureParameters = {} } = task;
  const given = { input_parameters: inputParameters, secure_parameters: secureParameters };
  try {
    matchDesktop(declared, task);
    const secrets = matchParameters(declared, given);
    return Object.keys(secrets).length > 0 ? secrets : undefined;
  } catch (error) {
    const isMismatch =
      error instanceof ParameterMismatchError || error instanceof RemoteDesktopMismatchError;
    if (isMismatch) throw new RetryMismatchError(taskId, error);
    throw error;
  }
}
