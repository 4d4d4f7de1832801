import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  dataOf,
  type Errand,
  ErrandError,
  type ErrandSchemas,
  WaitTimeoutError,
} from '@errand/client';
import { InterruptedError, NotFoundError, TasksContinueError } from '../errors/command-errors.ts';
import type { Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { cut, plainLine } from '../terminal/plain-text.ts';
import { openProgress, type Progress } from '../terminal/progress.ts';
import { isTerminal } from '../terminal/printer.ts';
import { paintStatus } from './describe-task.ts';
import { readTimeoutMs } from './follow-to-end.ts';
import { readRows, type Row } from './read-rows.ts';

type Submission = ErrandSchemas['SubmitTaskRequest'];

const STATUS_WIDTH = 9;
/** Maximum rows of a request; the API accepts 1,000. */
const BATCH = 200;
/** Statuses of refusals that concern the recording or the key, not the row. */
const OF_ALL_ROWS: ReadonlySet<number> = new Set([403, 404]);

/** What happened to a row. */
interface RowResult {
  readonly row: number;
  readonly task_id: string | null;
  /** `submitted` without --wait, or if the wait ended early; `refused` if no task was created. */
  readonly status: ErrandSchemas['TaskStatus'] | 'submitted' | 'refused';
  /** Of a row that is `submitted`: why it cannot be waited for. */
  readonly error: string | null;
  /** An earlier run has already submitted the row. */
  readonly is_replayed: boolean;
}

/**
 * Submits a task for each row and prints a line for each. No row is submitted twice within 24 hours, so
 * a run that was interrupted, or whose file was corrected, is continued by running it again.
 */
export async function runRows(call: Call, common: Submission, path: string): Promise<ExitCode> {
  const { errand, print, terminal } = call;
  const rows = await readRows(path);
  const client = errand();
  using progress = openProgress(terminal);
  const results: RowResult[] = [];
  const add = (result: RowResult): void => {
    results.push(result);
    progress.clear();
    print.line(result, () => describeRow(call, result, String(rows.length).length));
    progress.show(`${results.length} of ${rows.length} rows`);
  };
  try {
    await submitAll({ call, client, common, fileName: nameOf(path, rows), rows, add, progress });
  } catch (error) {
    const taskIds = results.filter(isOpen).map(({ task_id: id }) => id ?? '');
    if (error instanceof WaitTimeoutError) throw new WaitTimeoutError(taskIds, error.timeoutMs);
    if (!terminal.signal.aborted)
      throw taskIds.length > 0 ? new TasksContinueError(taskIds, error) : error;
    throw new InterruptedError(
      `Submitted tasks continue. Run the same command to submit the remaining rows; errand tasks ls --name ${common.endpoint_name} lists them.`,
      { cause: error, taskIds },
    );
  }
  progress.clear();
  print.note(summarize(results));
  return exitCodeOf(results);
}

const isOpen = ({ status, error }: RowResult): boolean => status === 'submitted' && error === null;

function exitCodeOf(results: readonly RowResult[]): ExitCode {
  if (results.some(({ status }) => status === 'refused')) return EXIT.failed;
  const isGood = results.every((result) => result.status === 'success' || isOpen(result));
  return isGood ? EXIT.done : EXIT.badResult;
}

/** Returns the file's name or, for a pipe, which has none, the digests of its rows. */
function nameOf(path: string, rows: readonly Row[]): string {
  return statSync(path).isFile() ? basename(path) : rows.map(({ digest }) => digest).join(' ');
}

interface Submitting {
  readonly call: Call;
  readonly client: Errand;
  readonly common: Submission;
  readonly fileName: string;
  readonly rows: readonly Row[];
  readonly add: (result: RowResult) => void;
  readonly progress: Progress;
}

/** Adds every submitted row, even if the submission of others, or a wait, fails. */
async function submitAll(submitting: Submitting): Promise<void> {
  const { call, rows, progress, add } = submitting;
  const waits: Promise<void>[] = [];
  const waiting = new Set<RowResult>();
  const failed = new AbortController();
  const timeoutMs = readTimeoutMs(call);
  const signal = AbortSignal.any([call.terminal.signal, failed.signal]);
  // The request size is limited, and each row repeats the files.
  const size = call.has('file') ? 1 : BATCH;
  const begin = async (result: RowResult): Promise<void> => {
    waiting.add(result);
    const ended = await waitForRow(submitting, { result, signal, timeoutMs });
    waiting.delete(result);
    add(ended);
  };
  try {
    for (let start = 0; start < rows.length; start += size) {
      progress.show(`${start} of ${rows.length} rows submitted`);
      const batch = { rows: rows.slice(start, start + size), signal };
      const results = await submitBatch(submitting, batch);
      const tasks = results.filter((result) => call.has('wait') && result.task_id !== null);
      results.filter((result) => !tasks.includes(result)).forEach(add);
      const begun = tasks.map(begin);
      // Otherwise a wait that fails now would end the process before all waits are awaited.
      for (const wait of begun) wait.catch(() => undefined);
      waits.push(...begun);
    }
    // A wait that fails does not end the others, whose tasks may be about to end.
    await Promise.allSettled(waits);
    await Promise.all(waits);
  } finally {
    failed.abort();
    await Promise.allSettled(waits);
    waiting.forEach(add);
  }
}

/** Throws NotFoundError if there is no such recording, or the API key may not run it. */
async function submitBatch(
  { call, client, common, fileName }: Submitting,
  { rows, signal }: { readonly rows: readonly Row[]; readonly signal: AbortSignal },
): Promise<RowResult[]> {
  const given = call.value('idempotency-key') ?? '';
  const key = JSON.stringify([given, common.endpoint_name, fileName]);
  const header = { 'Idempotency-Key': createHash('sha256').update(key).digest('hex') };
  const body = {
    tasks: rows.map((row) => submissionOf(common, row)),
    item_keys: rows.map(({ digest }) => digest),
  };
  const { results } = await dataOf(
    client.api.POST('/api/v1/tasks/batch', { params: { header }, body, signal }),
  );
  const [first] = results;
  if (first?.error && results.every(({ error }) => OF_ALL_ROWS.has(error?.status ?? 0))) {
    throw new NotFoundError(`${first.error.message} (${first.error.code})`);
  }
  return results.map(({ index, task_id: taskId, replayed, error }) => ({
    row: rows[index]?.number ?? 0,
    task_id: taskId,
    status: taskId === null ? 'refused' : 'submitted',
    error: error && explain(error),
    is_replayed: replayed,
  }));
}

/** The server names a key that people have never seen. */
const explain = ({ code, message }: ErrandSchemas['TaskRefusal']): string =>
  code === 'idempotency-conflict'
    ? 'An earlier run had other inputs or options: --idempotency-key KEY runs the row again.'
    : message;

/** A value from the command line also applies to rows whose cell is empty. */
const submissionOf = (common: Submission, { inputs }: Row): Submission => ({
  ...common,
  input_parameters: {
    ...inputs,
    ...common.input_parameters,
    ...Object.fromEntries(Object.entries(inputs).filter(([, values]) => values.length > 0)),
  },
});

async function waitForRow(
  { client }: Submitting,
  wait: {
    readonly result: RowResult;
    readonly signal: AbortSignal;
    readonly timeoutMs: number | undefined;
  },
): Promise<RowResult> {
  const { result, signal, timeoutMs } = wait;
  try {
    const [task] = await client.waitForTasks([result.task_id ?? ''], { signal, timeoutMs });
    return task ? { ...result, status: task.status, error: task.error ?? null } : result;
  } catch (error) {
    // Other errors concern all rows.
    const isDeleted = error instanceof ErrandError && error.code === 'task-not-found';
    if (!isDeleted) throw error;
    return { ...result, error: error.message };
  }
}

function describeRow({ print, terminal }: Call, result: RowResult, width: number): string {
  const { row, task_id: taskId, status, error } = result;
  const mark = status.padEnd(STATUS_WIDTH);
  const painted =
    status === 'submitted' || status === 'refused' ? mark : paintStatus(print, status, mark);
  const earlier = result.is_replayed ? '  submitted by an earlier run' : '';
  const head = `${String(row).padStart(width)}  ${painted}  ${taskId ?? ''}${earlier}`;
  if (error === null) return head;
  const { stdout } = terminal;
  const used = width + STATUS_WIDTH + (taskId ?? '').length + earlier.length + 6;
  const left = isTerminal(stdout) ? (stdout.columns ?? Infinity) - used : Infinity;
  return `${head}  ${cut(plainLine(error), left)}`;
}

function summarize(results: readonly RowResult[]): string {
  const counts = new Map<string, number>();
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  const replayed = results.filter((result) => result.is_replayed).length;
  const earlier = replayed === 0 ? '' : `; ${replayed} were submitted by an earlier run`;
  return `${results.length} rows: ${parts.join(', ')}${earlier}.`;
}
