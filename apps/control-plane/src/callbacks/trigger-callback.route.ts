import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import { isFinal, type TaskStatus } from '../task-rows/task-status.ts';
import { TaskNotEndedError } from './delivery-errors.ts';
import type { DeliveryStore, ReceiverSecret } from './delivery-store.ts';
import { receiverSecretOf } from './receiver-secret-of.ts';
import { refuseCallbackUrl } from './refuse-callback-url.ts';

type Body = ErrandSchemas['InitiateCallbackRequest'];

interface KnownTasks {
  /** Throws TaskNotFoundError. */
  readonly getListed: (
    accountId: string,
    taskId: string,
  ) => Promise<{
    readonly task_id: string;
    readonly endpoint_name: string;
    readonly status: TaskStatus;
  }>;
}

/** Only queues the delivery; the outbox sends it. */
export const triggerCallback = defineRoute(
  'triggerCallback',
  async (
    { tasks, deliveries }: { readonly tasks: KnownTasks; readonly deliveries: DeliveryStore },
    { body, accountId, scopes },
  ) => {
    const { callback_url, task_callback_url } = body;
    requireReadScope(scopes, { callback_url, task_callback_url });
    const receiver = chooseReceiver(body);
    const task = await tasks.getListed(accountId, body.task_id);
    if (body.endpoint_name !== undefined && body.endpoint_name !== task.endpoint_name) {
      throw refuse(
        'endpoint_name',
        `is "${body.endpoint_name.slice(0, 200)}", but the task's own is "${task.endpoint_name}": send that or leave it out`,
      );
    }
    if (!isFinal(task.status)) throw new TaskNotEndedError(task.task_id, task.status);
    const queued = await deliveries.request(accountId, task.task_id, receiver);
    return {
      status: 200,
      body: { success: true, status: queued ? 'accepted' : 'no_callback_url' },
    };
  },
);

/** Undefined: the task's own receiver. */
function chooseReceiver(
  body: Body,
): { readonly url: string; readonly secret: ReceiverSecret | null } | undefined {
  const { task_callback_url: url, task_callback_api_key: key, callback_url: target } = body;
  if (target) refuseCallbackUrl(target.url, ['body', 'callback_url', 'url']);
  if (typeof url === 'string') {
    refuseCallbackUrl(url, ['body', 'task_callback_url']);
    return { url, secret: typeof key === 'string' ? { api_key: key } : null };
  }
  if (typeof key === 'string') {
    throw refuse('task_callback_api_key', 'has no effect without task_callback_url: send both');
  }
  if (!target) return undefined;
  return { url: target.url, secret: receiverSecretOf(target) };
}

function refuse(name: string, msg: string): InvalidRequestError {
  return new InvalidRequestError([{ loc: ['body', name], msg, type: 'value' }]);
}
