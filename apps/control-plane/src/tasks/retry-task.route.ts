import { defineRoute } from '../http/define-route.ts';
import { matchParameters } from './check-submission.ts';
import { ParameterMismatchError } from './submission-errors.ts';
import { EndpointNotFoundError, RetryMismatchError } from './task-errors.ts';
import type { SubmittedTask } from './task.ts';

/** A final task never changes, so trying it again is a new task that knows the old one. */
export const retryTask = defineRoute(
  'retryTask',
  async ({ recordings, tasks }, { params, accountId }) => {
    const task = await tasks.getSubmission(accountId, params.task_id);
    const declared = await recordings.findParameters(accountId, task.endpointName);
    if (!declared) throw new EndpointNotFoundError(task.endpointName);

    // A goal has the parameters that it was given with.
    const secureParameters =
      task.goal === undefined ? secretsOf(task, params.task_id, declared) : undefined;
    const { taskId } = await tasks.submit(accountId, { ...task, secureParameters });
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

function secretsOf(
  { inputParameters, secureParameters = {} }: SubmittedTask,
  taskId: string,
  declared: Parameters<typeof matchParameters>[0],
): SubmittedTask['secureParameters'] {
  const given = { input_parameters: inputParameters, secure_parameters: secureParameters };
  try {
    const secrets = matchParameters(declared, given);
    return Object.keys(secrets).length > 0 ? secrets : undefined;
  } catch (error) {
    if (error instanceof ParameterMismatchError) throw new RetryMismatchError(taskId, error);
    throw error;
  }
}
