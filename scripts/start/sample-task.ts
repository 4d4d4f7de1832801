import type { ApiClient, SampleSubmission } from '@errand/local-installation';
import { openDeadline } from '@errand/foundation';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const POLL_INTERVAL_MS = 250;
const DEADLINE_MS = 120_000;
const TERMINAL = ['success', 'failed', 'cancelled'];
const SHOWN_CHARACTERS = 400;

const submitted = z.object({ task_id: z.string() });
const statusAnswer = z.object({ task: z.object({ status: z.string() }) });
const queueAnswer = z.object({
  queue: z.object({ status: z.string(), reason: z.string().nullable(), message: z.string() }),
});
const detailAnswer = z.object({
  task: z.object({
    status: z.string(),
    error: z.string().nullish(),
    created_at: z.string(),
    completed_at: z.string().nullish(),
    output_data: z.array(z.unknown()).nullish(),
  }),
});
const downloadsAnswer = z.object({
  downloads: z.array(z.object({ url: z.string(), filename: z.string(), size: z.number() })),
});

/**
 * Submits the sample task like a client, waits for it and reports the result. Throws if it did not
 * succeed, because then the installation is broken. A task that has not ended after two minutes is
 * not an error: it may wait behind the tasks of an earlier start.
 */
export async function runSampleTask(
  api: ApiClient,
  submission: SampleSubmission,
  options: {
    readonly apiUrl: string;
    readonly say: (line: string) => void;
    readonly signal: AbortSignal;
    /** How long to wait for its end. Default: two minutes. */
    readonly deadlineMs?: number;
  },
): Promise<void> {
  const { apiUrl, say, signal, deadlineMs = DEADLINE_MS } = options;
  say(`Submitting the sample task "${submission.endpoint_name}"...`);
  const { task_id: taskId } = submitted.parse(await api.post('/api/v1/inference', submission));
  say(`  watch   ${apiUrl}/live/${taskId}`);
  if (!(await isTerminalWithin(deadlineMs, { api, taskId, signal }))) {
    const { queue } = queueAnswer.parse(await api.get(`/api/v1/tasks/${taskId}/queue`));
    say(`  task    ${taskId}: still ${queue.status} after ${deadlineMs / 1_000} s; it continues`);
    if (queue.reason !== null) say(`  waits   ${queue.message}`);
    return;
  }
  const { task } = detailAnswer.parse(await api.get(`/api/v1/tasks/${taskId}`));
  if (task.status !== 'success') {
    throw new Error(
      `The sample task ended as "${task.status}": ${task.error ?? 'no reason given'}`,
    );
  }
  const took = Date.parse(task.completed_at ?? task.created_at) - Date.parse(task.created_at);
  say(`  task    ${taskId}: success after ${(took / 1_000).toFixed(1)} s`);
  for (const entry of task.output_data ?? []) say(`  output  ${JSON.stringify(entry)}`);
  await showDownloads(api, taskId, say);
}

async function isTerminalWithin(
  deadlineMs: number,
  wait: { readonly api: ApiClient; readonly taskId: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { api, taskId, signal } = wait;
  using deadline = openDeadline(signal, deadlineMs);
  while (!deadline.isOver) {
    const answer = await api.post('/api/v1/task_status', { task_id: taskId });
    if (TERMINAL.includes(statusAnswer.parse(answer).task.status)) return true;
    await delay(POLL_INTERVAL_MS, undefined, { signal: deadline.signal }).catch(
      (error: unknown) => {
        if (!deadline.isOver) throw error;
      },
    );
  }
  return false;
}

async function showDownloads(
  api: ApiClient,
  taskId: string,
  say: (line: string) => void,
): Promise<void> {
  const answer = await api.get(`/api/v1/get_downloads?task_id=${taskId}`);
  for (const { url, filename, size } of downloadsAnswer.parse(answer).downloads) {
    say(`  file    ${filename} (${size} bytes): ${url}`);
    if (!filename.endsWith('.csv')) continue;
    const text = await (await fetch(url)).text();
    for (const line of text.slice(0, SHOWN_CHARACTERS).trimEnd().split('\n'))
      say(`          ${line}`);
  }
}
