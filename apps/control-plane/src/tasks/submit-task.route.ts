import type { ErrandSchemas } from '@errand/api-types';
import type { JsonValue } from '@errand/secrets';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute } from '../http/define-route.ts';
import { NotAvailableError } from '../http/http-errors.ts';
import { toGoalTask } from '../legacy/start-goal.ts';
import { checkSubmission, matchParameters, refuseSubmission } from './check-submission.ts';
import type { IdempotentSubmission } from './idempotency-key.ts';
import { EndpointNotFoundError } from './task-errors.ts';
import type { SubmittedTask } from './task.ts';

/** Stores a task and answers at once; once the answer is out, the task is durable. */
export const submitTask = defineRoute(
  'submitTask',
  async ({ recordings, tasks }, { body, headers, accountId }) => {
    const isOlder = 'end_point' in body;
    if (!isOlder) checkSubmission(body);
    if (headers['x-inference-target'] === 'local') {
      throw new NotAvailableError(
        'The inference target "local" is not available in this version: leave the header x-inference-target out.',
      );
    }
    const idempotency = idempotencyOf(headers['idempotency-key'], body);
    // Before the recording is looked at, which may have changed since.
    const earlier = idempotency && (await tasks.findReplay(accountId, idempotency));
    if (earlier !== undefined) return accept({ taskId: earlier, isReplay: true }, { isOlder });

    const task = isOlder ? toGoalTask(body) : await toTask(body, recordings, accountId);
    return accept(await tasks.submit(accountId, { ...task, idempotency }), { isOlder });
  },
  { refuse: refuseSubmission },
);

function idempotencyOf(
  key: string | undefined,
  body: ErrandSchemas['SubmitBody'],
): IdempotentSubmission | undefined {
  // It came as JSON.
  return key === undefined ? undefined : { key, body: body as unknown as JsonValue };
}

function accept(
  { taskId, isReplay }: { readonly taskId: string; readonly isReplay: boolean },
  { isOlder }: { readonly isOlder: boolean },
) {
  const headers = isReplay ? { headers: { 'idempotent-replayed': 'true' } } : {};
  const common = { success: true as const, task_id: taskId };
  if (!isOlder) {
    return {
      status: 202 as const,
      ...headers,
      body: { ...common, message: 'The task is queued.' },
    };
  }
  const body = { ...common, status: 'started' as const, message: 'The task is started.' };
  return { status: 200 as const, ...headers, body };
}

/** Throws EndpointNotFoundError, ParameterMismatchError. */
async function toTask(
  body: ErrandSchemas['SubmitTaskRequest'],
  recordings: Dependencies['recordings'],
  accountId: string,
): Promise<SubmittedTask> {
  const declared = await recordings.findParameters(accountId, body.endpoint_name);
  if (!declared) throw new EndpointNotFoundError(body.endpoint_name);
  const secureParameters = matchParameters(declared, body);
  return {
    endpointName: body.endpoint_name,
    inputParameters: body.input_parameters,
    uniqueParameterNames: body.unique_parameter_names,
    secureParameters: Object.keys(secureParameters).length > 0 ? secureParameters : undefined,
    rdpParameter: body.rdp_parameter,
    maxTimeoutInMinutes: body.max_timeout_in_minutes,
    useProxy: body.use_proxy,
    isDedicated: body.is_dedicated,
    taskCallbackUrl: body.task_callback_url,
    taskCallbackApiKey: body.task_callback_api_key,
    maxParallelism: body.max_parallelism,
    perLoginParallelism: body.per_login_parallelism,
    priority: body.priority,
  };
}
