import type { ErrandSchemas } from '@errand/client';
import type { Printer } from '../terminal/printer.ts';
import { plainLine, plainText } from '../terminal/plain-text.ts';
import { ERROR_HINTS } from './error-hints.generated.ts';
import { durationBetween } from './times.ts';

type TaskDetail = ErrandSchemas['TaskDetail'];
type Status = ErrandSchemas['TaskStatus'];

const LABEL_WIDTH = 10;

/** Returns the status in green, red or yellow. */
export function paintStatus(print: Printer, status: Status, text: string = status): string {
  if (status === 'success') return print.color('green', text);
  if (status === 'failed') return print.color('red', text);
  return status === 'cancelled' ? print.color('dim', text) : print.color('yellow', text);
}

/** Describes the task and its results for people to read. */
export function describeTask(print: Printer, task: TaskDetail, picture?: string): string {
  const rows: [string, string][] = [
    ['Task', task.task_id],
    ['Status', paintStatus(print, task.status)],
    ['Recording', `${plainLine(task.endpoint_name)}, version ${task.recording_version}`],
    ['Created', task.created_at ?? ''],
    ['Waited', durationBetween(task.created_at, task.started_at ?? task.completed_at)],
    ['Ran', durationBetween(task.started_at, task.completed_at)],
    ['Retries', task.retry_count === 0 ? '' : String(task.retry_count)],
    ['Continues', describeContinuation(task)],
    ['Loops', describeLoops(task)],
    ...describeFailure(task, picture),
    ['Files', describeFiles(task)],
    ['Output', describeOutput(task)],
  ];
  return formatRows(rows);
}

function describeContinuation({ continued_from: from, retry_of: old }: TaskDetail): string {
  return from === null ? '' : `${old} at ${from}`;
}

/** A loop may go on after failed iterations, and its task then succeeds. */
export function describeLoops({
  task_id: taskId,
  for_loop_status: loops,
}: Pick<TaskDetail, 'task_id' | 'for_loop_status'>): string {
  const iterations = loops.flat();
  const failed = iterations.filter(({ status }) => status === 'error').length;
  if (failed === 0) return '';
  return `${failed} of ${iterations.length} iterations failed; errand logs ${taskId} shows why`;
}

/** Describes why the task failed, what to do about it, and where to look. */
export function describeFailure(task: TaskDetail, picture?: string): [string, string][] {
  const { error, error_class: errorClass, error_node_path: path, error_page_url: page } = task;
  if (error === null) return [];
  return [
    ['Error', plainText(error)],
    // Not after the message, because its last line may be a locator.
    ['Class', errorClass ?? ''],
    ['Hint', ERROR_HINTS[errorClass ?? ''] ?? ''],
    ['More', task.error_docs_url ?? ''],
    ['Step', path ?? ''],
    ['Page', plainLine(page ?? '')],
    ['Picture', picture ?? ''],
  ];
}

/** Returns one line for each row that has text. */
export function formatRows(rows: readonly (readonly [string, string])[]): string {
  return rows
    .filter(([, text]) => text !== '')
    .map(([label, text]) => {
      const indented = text.replaceAll('\n', `\n${' '.repeat(LABEL_WIDTH)}`);
      return `${label.padEnd(LABEL_WIDTH)}${indented}`;
    })
    .join('\n');
}

function describeFiles({ task_id: taskId, download_count: count }: TaskDetail): string {
  return count === 0 ? '' : `${count}; errand files ${taskId} --dir . saves them`;
}

function describeOutput({ output_data: outputs }: TaskDetail): string {
  return outputs.length === 0 ? '' : plainText(JSON.stringify(outputs, undefined, 2));
}
