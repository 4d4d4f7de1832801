import { type ErrandSchemas, WaitTimeoutError } from '@errand/client';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { CallContext } from './define-tool.ts';
import { showTask } from './show-task.ts';

/** Most clients end a call after 60 seconds. */
const DEFAULT_SECONDS = 45;

export const waitSeconds = z
  .int()
  .min(0)
  .max(600)
  .default(DEFAULT_SECONDS)
  .describe(
    'How long to wait for the task to end. If it has not ended by then, its current state is returned and it continues.',
  );

/**
 * Submits a task and waits for it to end. An error after the submission names the task, so that the
 * agent does not run it again.
 */
export async function runToEnd(
  submission: Parameters<CallContext['errand']['submit']>[0],
  seconds: number,
  context: CallContext,
): Promise<CallToolResult> {
  const { task_id: taskId } = await context.errand.submit(submission, context);
  try {
    return await waitForEnd(taskId, seconds, context);
  } catch (error) {
    throw new Error(
      `Task ${taskId} was submitted, but its state could not be read: ${String(error)}. Do not run it again: call wait_for_task with this ID.`,
      { cause: error },
    );
  }
}

/** Waits, reports progress, and returns the latest state of the task. */
export async function waitForEnd(
  taskId: string,
  seconds: number,
  context: CallContext,
): Promise<CallToolResult> {
  const { errand, signal, progress } = context;
  return showTask(await wait(), context);

  async function wait(): Promise<ErrandSchemas['TaskDetail']> {
    if (seconds === 0) return errand.task(taskId, { signal });
    try {
      return await errand.waitForTask(taskId, {
        signal,
        timeoutMs: seconds * 1_000,
        onEvent({ event, data }) {
          if (event === 'status') progress(data.status);
          if (event === 'step') progress(`${data.node_path} ${data.kind}: ${data.outcome}`);
        },
      });
    } catch (error) {
      if (error instanceof WaitTimeoutError) return errand.task(taskId, { signal });
      throw error;
    }
  }
}
