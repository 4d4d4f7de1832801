import type { RunFailure } from '@errand/automation-engine';
import { CodedError } from '@errand/foundation';
import type { Failure } from './task-reporter.ts';

const MESSAGE_MAX_CHARACTERS = 10_000;

/** The attempt ran longer than the task allows. */
export class TaskTimeoutError extends CodedError {
  readonly code = 'timeout';
  override readonly retry = 'never';

  constructor(minutes: number) {
    super(
      `The task ran longer than its timeout of ${minutes} minutes. Raise max_timeout_in_minutes if it needs more.`,
    );
  }
}

/**
 * Returns what to report to the control plane: the engine's own description, or one built from a
 * thrown error.
 */
export function describeFailure(reason: unknown): Failure {
  if (isRunFailure(reason)) {
    return {
      class: reason.class,
      message: shorten(reason.message),
      retry: reason.retry,
      ...(reason.nodePath !== undefined && { node_path: reason.nodePath.slice(0, 1_000) }),
      ...(reason.pageUrl !== '' && { page_url: reason.pageUrl.slice(0, 8_192) }),
      ...(reason.httpStatus !== undefined && { http_status: reason.httpStatus }),
    };
  }
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const { code, retry } =
    error instanceof CodedError ? error : ({ code: 'internal', retry: 'automation' } as const);
  return { class: code, message: shorten(error.message || error.name), retry };
}

function isRunFailure(reason: unknown): reason is RunFailure {
  return typeof reason === 'object' && reason !== null && 'class' in reason && 'retry' in reason;
}

function shorten(message: string): string {
  return message.length > MESSAGE_MAX_CHARACTERS
    ? `${message.slice(0, MESSAGE_MAX_CHARACTERS - 1)}…`
    : message;
}
