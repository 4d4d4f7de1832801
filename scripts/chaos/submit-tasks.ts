import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { askService, type Answer } from './ask-service.ts';
import type { ClientContext } from './client.ts';
import { callbackKeyOf } from '../history/callback-key.ts';
import type { PlannedTask } from './plan-tasks.ts';

const SENDERS = 12;
const SUBMIT_DEADLINE_MS = 120_000;
const RETRY_PAUSE_MS = 250;

const accepted = z.object({ task_id: z.uuid() });

/**
 * Submits the tasks when they are due, and cancels some. Resolves when each has a response or has
 * been given up on.
 */
export async function submitTasks(
  tasks: readonly PlannedTask[],
  client: ClientContext,
): Promise<void> {
  const startedAt = performance.now();
  const waiting = tasks.values();
  const cancels: Promise<void>[] = [];
  const sendAll = async (): Promise<void> => {
    for (const task of waiting) {
      const pauseMs = startedAt + task.dueMs - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
      const taskId = await submit(task, client);
      if (taskId !== null && task.cancelAfterMs !== undefined) {
        cancels.push(cancelLater(task, taskId, client));
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendAll));
  await Promise.all(cancels);
}

/** Like a careful client, retries with the same key until accepted. Records every response. */
async function submit(task: PlannedTask, client: ClientContext): Promise<string | null> {
  const { ref, account, wantsCallback, wantsStream } = task;
  const url = `${client.apiUrl}/api/v1/inference`;
  const body = { ...task.body, ...(wantsCallback ? callbackOf(task, client) : {}) };
  const deadline = AbortSignal.timeout(SUBMIT_DEADLINE_MS);
  for (;;) {
    const apiKey = client.apiKeys[account] ?? '';
    const answer = await askService({ method: 'POST', url, apiKey, body, idempotencyKey: ref });
    refuseWrongLoad(url, answer);
    const taskId = answer?.status === 202 ? accepted.parse(answer.body).task_id : null;
    const answered = { answer: answer?.status ?? null, answerBody: answer?.body ?? null, taskId };
    const asked = { ref, account, wantsCallback, body };
    client.write({ type: 'submit', at: Date.now(), ...asked, ...answered });
    if (taskId !== null) client.known.push({ taskId, ref, account, wantsStream });
    if (taskId !== null || deadline.aborted) return taskId;
    await delay(RETRY_PAUSE_MS);
  }
}

function callbackOf({ ref }: PlannedTask, { receiverUrl }: ClientContext) {
  return { task_callback_url: `${receiverUrl}/${ref}`, task_callback_api_key: callbackKeyOf(ref) };
}

async function cancelLater(
  { account, cancelAfterMs }: PlannedTask,
  taskId: string,
  { apiUrl, apiKeys, write }: ClientContext,
): Promise<void> {
  await delay(cancelAfterMs);
  const url = `${apiUrl}/api/v1/tasks/${taskId}/cancel`;
  const answer = await askService({ method: 'POST', url, apiKey: apiKeys[account] ?? '' });
  refuseWrongLoad(url, answer);
  write({ type: 'cancel', at: Date.now(), taskId, answer: answer?.status ?? null });
}

/** A late cancellation is refused with 409. Any other refusal is a bug in the load, and throws. */
function refuseWrongLoad(url: string, answer: Answer | undefined): void {
  if (!answer || answer.status >= 500 || [200, 202, 404, 409, 429].includes(answer.status)) return;
  throw new Error(`${url} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
}
