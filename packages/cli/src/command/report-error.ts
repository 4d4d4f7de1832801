import {
  DownloadError,
  ErrandConnectionError,
  ErrandError,
  ErrandProtocolError,
  RunInterruptedError,
  SessionEndedError,
  WaitTimeoutError,
} from '@errand/client';
import { plainText } from '../terminal/plain-text.ts';
import { ClosedOutputError } from '../terminal/closed-output-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  InterruptedError,
  LocalError,
  NotFoundError,
  TasksContinueError,
  TimedOutError,
  UsageError,
} from '../errors/command-errors.ts';
import { EXIT, exitCodeOfStop, type ExitCode } from './exit-codes.ts';

/** Statuses of requests for something that does not exist or is not allowed. */
const NOT_FOUND_OR_DENIED: ReadonlySet<number> = new Set([401, 403, 404]);

/** Writes the error to standard error, for people or as a JSON document, and returns its exit code. */
export function reportError(
  error: unknown,
  { stderr, signal }: Terminal,
  isJson: boolean,
): ExitCode {
  const exitCode = exitCodeOf(error, signal);
  if (signal.reason instanceof ClosedOutputError) return exitCode;
  const message = explain(error, signal);
  const document = { message, exit_code: exitCode, ...factsOf(error) };
  stderr.write(
    isJson
      ? `${JSON.stringify({ error: document })}\n`
      : `${plainText(describe(message, error))}\n`,
  );
  return exitCode;
}

function exitCodeOf(thrown: unknown, signal: AbortSignal): ExitCode {
  const error = originOf(thrown);
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof InterruptedError || signal.aborted) return exitCodeOfStop(signal);
  if (error instanceof NotFoundError) return EXIT.notFoundOrDenied;
  if (error instanceof WaitTimeoutError || error instanceof TimedOutError) return EXIT.timedOut;
  if (error instanceof ErrandError && NOT_FOUND_OR_DENIED.has(error.status)) {
    return EXIT.notFoundOrDenied;
  }
  return EXIT.failed;
}

function explain(error: unknown, signal: AbortSignal): string {
  if (error instanceof InterruptedError) return error.message;
  if (signal.aborted) return 'Interrupted.';
  if (!(error instanceof Error)) return String(error);
  if (error instanceof WaitTimeoutError) return explainTimeout(error);
  if (error instanceof ErrandError && error.code === 'debug-session-ended') {
    return `${error.message} errand try ends its session, unless it is called with --keep.`;
  }
  if (error instanceof ErrandError && error.code === 'parameter-mismatch') {
    return explainMismatch(error.message);
  }
  const fault = explainFileFault(error);
  if (fault !== undefined) return fault;
  const origin = originOf(error);
  if (!(origin instanceof Error) || isExpected(origin)) return error.message;
  return origin.stack ?? origin.message;
}

const SECRETS_OF_MISMATCH = [
  /secure_parameters lacks (.*?), which/,
  /input_parameters contains (.*?), which the automation declares in secure_parameters/,
];

/** Adds how to pass inputs, or the secrets that the message names, on the command line. */
function explainMismatch(message: string): string {
  const secrets = SECRETS_OF_MISMATCH.flatMap((pattern) => [
    ...(pattern.exec(message)?.[1] ?? '').matchAll(/"([^"]+)"/g),
  ]).map(([, name]) => `--secure ${name}=REF`);
  const isOfInputs =
    secrets.length === 0 || /input_parameters lacks|does not declare/.test(message);
  return [
    message,
    secrets.length > 0
      ? `Give a reference to the secret: ${secrets.join(' ')}, where REF is such as op://VAULT/ITEM/FIELD.`
      : '',
    isOfInputs ? 'Give inputs as key=value, or key=@FILE to read the value from a file.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Rephrases a message of the client in the terms of the command line. */
function explainTimeout({ taskIds, timeoutMs }: WaitTimeoutError): string {
  const [id = ''] = taskIds;
  const limit = `within ${timeoutMs / 1_000} s`;
  if (taskIds.length > 1) {
    return `${taskIds.length} tasks have not ended ${limit}, and continue. Run the same command to wait for them again: it submits no row twice.`;
  }
  return `Task ${id} has not ended ${limit}, and continues. Follow it: errand logs -f ${id}   End it: errand tasks cancel ${id}`;
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'This user may not read or write it',
  EISDIR: 'A file is needed, and this is a folder',
  ENOTDIR: 'A folder is needed, and this is a file',
  ENOSPC: 'The disk is full',
};

/** Describes a file or folder that cannot be read or written, without the system's own message. */
function explainFileFault(error: Error): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const fault = FILE_FAULTS[code];
  return fault === undefined || path === undefined ? undefined : `${fault}: ${path}`;
}

/** Returns whether the message alone is enough; a bug needs its stack. */
function isExpected(error: Error): boolean {
  // The error is about a file or folder that cannot be read or written.
  if ('syscall' in error) return true;
  return [
    UsageError,
    LocalError,
    NotFoundError,
    TimedOutError,
    ErrandError,
    ErrandConnectionError,
    ErrandProtocolError,
    SessionEndedError,
    WaitTimeoutError,
    DownloadError,
  ].some((kind) => error instanceof kind);
}

function factsOf(error: unknown): object {
  const taskIds = taskIdsOf(error);
  const tasks = taskIds.length > 0 ? { task_ids: taskIds } : {};
  const origin = originOf(error);
  if (!(origin instanceof ErrandError)) return tasks;
  const { status, code = null, requestId = null, violations } = origin;
  return { status, code, request_id: requestId, violations, ...tasks };
}

/** Returns the IDs of tasks that the command submitted and that continue. */
function taskIdsOf(error: unknown): readonly string[] {
  if (error instanceof RunInterruptedError) return [error.taskId];
  const kinds = [WaitTimeoutError, InterruptedError, TasksContinueError];
  return kinds.some((kind) => error instanceof kind) ? (error as InterruptedError).taskIds : [];
}

/** Returns why a wait or a submission failed, or the error itself. */
const originOf = (error: unknown): unknown =>
  error instanceof RunInterruptedError || error instanceof TasksContinueError ? error.cause : error;

function describe(message: string, error: unknown): string {
  const origin = originOf(error);
  if (!(origin instanceof ErrandError)) return message;
  const facts = [origin.code, origin.requestId && `request ${origin.requestId}`].filter(Boolean);
  return facts.length === 0 ? message : `${message} (${facts.join(', ')})`;
}
