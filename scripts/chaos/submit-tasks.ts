import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { HistoryLine } from '../history/history.ts';
import type { PlannedTask } from './plan-tasks.ts';

const SENDERS = 12;
const ANSWER_DEADLINE_MS = 20_000;
const SUBMIT_DEADLINE_MS = 120_000;
const RETRY_PAUSE_MS = 250;

const accepted = z.object({ task_id: z.uuid() });

export interface LoadTarget {
  readonly apiUrl: string;
  readonly receiverUrl: string;
  readonly write: (line: HistoryLine) => void;
}

/** Submits the tasks as they fall due, and cancels some; resolves when all was answered or given up. */
export async function submitTasks(
  tasks: readonly PlannedTask[],
  target: LoadTarget,
): Promise<void> {
  const startedAt = performance.now();
  const waiting = tasks.values();
  const cancels: Promise<void>[] = [];
  const sendAll = async (): Promise<void> => {
    for (const task of waiting) {
      const pauseMs = startedAt + task.dueMs - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
      const taskId = await submit(task, target);
      if (taskId !== null && task.cancelAfterMs !== undefined) {
        cancels.push(cancelLater(task, taskId, target));
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendAll));
  await Promise.all(cancels);
}

/** As a careful client: again with the same key until it is accepted. Every answer is written down. */
async function submit(task: PlannedTask, target: LoadTarget): Promise<string | null> {
  const { ref, wantsCallback } = task;
  const callback = wantsCallback ? { task_callback_url: `${target.receiverUrl}/${ref}` } : {};
  const deadline = AbortSignal.timeout(SUBMIT_DEADLINE_MS);
  for (;;) {
    const body = { ...task.body, ...callback };
    const answer = await post(task, `${target.apiUrl}/api/v1/inference`, body);
    const status = answer?.status ?? null;
    const taskId = answer?.status === 202 ? accepted.parse(answer.body).task_id : null;
    target.write({ type: 'submit', at: Date.now(), ref, answer: status, taskId, wantsCallback });
    if (taskId !== null || deadline.aborted) return taskId;
    await delay(RETRY_PAUSE_MS);
  }
}

async function cancelLater(
  task: PlannedTask,
  taskId: string,
  { apiUrl, write }: LoadTarget,
): Promise<void> {
  await delay(task.cancelAfterMs);
  const answer = await post(task, `${apiUrl}/api/v1/tasks/${taskId}/cancel`);
  write({ type: 'cancel', at: Date.now(), taskId, answer: answer?.status ?? null });
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Undefined when no answer came: what was asked for may have been done or not. */
async function post(
  { apiKey, ref }: PlannedTask,
  url: string,
  body?: unknown,
): Promise<Answer | undefined> {
  let answer: Answer;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': ref },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    });
    answer = { status: response.status, body: await response.json() };
  } catch {
    // A connection that broke or an answer that is none: nobody knows more.
    return undefined;
  }
  // A late cancellation is refused with 409; any other refusal means that the load is wrong.
  if (answer.status < 500 && ![200, 202, 409].includes(answer.status)) {
    throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer;
}
