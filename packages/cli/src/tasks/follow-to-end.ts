import {
  type ErrandSchemas,
  RunInterruptedError,
  type TaskEvent,
  WaitTimeoutError,
} from '@errand/client';
import { InterruptedError, UsageError } from '../errors/command-errors.ts';
import type { Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { readNumber } from '../command/read-arguments.ts';
import { openProgress } from '../terminal/progress.ts';
import { describeTask } from './describe-task.ts';
import { saveFailurePicture } from './save-picture.ts';
import { formatDuration } from './times.ts';

const MOST_SECONDS = 30 * 24 * 3_600;

export const TIMEOUT_OPTION = {
  timeout: { value: 'SECONDS', summary: 'how long to wait; the task continues' },
};

/** Says that the task is submitted, waits for its end, prints the task, and returns its exit code. */
export async function followToEnd(call: Call, taskId: string): Promise<ExitCode> {
  const { errand, terminal, print } = call;
  const { signal } = terminal;
  // With --json, the printed document includes the ID, even if it describes an error.
  if (!print.isJson) print.note(`Task ${taskId} is submitted.`);
  const task = await outlivedBy(call, taskId, async () => {
    using progress = openProgress(terminal);
    const startedAt = Date.now();
    // Without await, the progress would end before the wait.
    const waiting = errand().waitForTask(taskId, {
      signal,
      timeoutMs: readTimeoutMs(call),
      onEvent: (event) => {
        const text = describeProgress(event);
        if (text) progress.show(`${formatDuration(Date.now() - startedAt)}  ${text}`);
      },
    });
    return await waiting.catch((error: unknown) => {
      if (error instanceof WaitTimeoutError) throw error;
      throw new RunInterruptedError(taskId, error);
    });
  });
  const picture =
    task.status === 'failed' && !print.isJson
      ? await saveFailurePicture(task, terminal)
      : undefined;
  print.result(task, () => describeTask(print, task, picture));
  return exitCodeOf(task.status);
}

export const exitCodeOf = (status: ErrandSchemas['TaskStatus']): ExitCode =>
  status === 'success' ? EXIT.done : EXIT.badResult;

/** Throws UsageError for a wrong `--timeout`. Call it before a task is submitted. */
export function checkTimeout(call: Pick<Call, 'has' | 'value'>): void {
  if (call.has('timeout') && !call.has('wait')) {
    throw new UsageError('--timeout has no effect without --wait.');
  }
  readTimeoutMs(call);
}

/** Returns the value of the option `--timeout`. */
export function readTimeoutMs(call: Pick<Call, 'value'>): number | undefined {
  const seconds = readNumber(call, 'timeout', { min: 1, max: MOST_SECONDS });
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** At Ctrl-C, says that the task keeps running and how to follow it. */
export async function outlivedBy<T>(
  { terminal }: Pick<Call, 'terminal'>,
  taskId: string,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
    throw new InterruptedError(
      `Task ${taskId} continues. Follow it: errand logs -f ${taskId}   End it: errand tasks cancel ${taskId}`,
      { cause: error, taskIds: [taskId] },
    );
  }
}

function describeProgress({ event, data }: TaskEvent): string | undefined {
  if (event === 'status') return data.status;
  if (event === 'step') return `${data.node_path} ${data.kind}: ${data.outcome}`;
  if (event === 'waiting_for_human') return `waits for a person until ${data.until}`;
  return undefined;
}
