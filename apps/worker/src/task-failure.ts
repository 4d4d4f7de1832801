import type { RunFailure } from '@errand/automation-engine';
import type { Failure } from './task-reporter.ts';

const MESSAGE_MAX_CHARACTERS = 10_000;

/** The attempt ran longer than the task allows. */
export class TaskTimeoutError extends Error {
  readonly code = 'timeout';

  constructor(minutes: number) {
    super(
      `The task ran longer than its time-out of ${minutes} minutes. Raise max_timeout_in_minutes if it needs more.`,
    );
    this.name = new.target.name;
  }
}

/** Failures that say nothing about the task: another attempt may succeed. */
const INFRASTRUCTURE = new Set([
  'browser_crashed',
  'desktop_unavailable',
  'display_unavailable',
  'upload_failed',
  'input_file_unavailable',
  'proxy_unreachable',
  'remote_desktop_unreachable',
  'remote_desktop_lost',
]);
/** Failures that another attempt would only repeat. */
const FINAL = new Set([
  'cancelled',
  'timeout',
  'browser_unavailable',
  'invalid_automation',
  'input_file_damaged',
  'report_refused',
  'limit_exceeded',
  'proxy_failed',
  'remote_desktop_unavailable',
  'remote_desktop_refused',
  'remote_desktop_login_failed',
]);

/** What the control plane is told: the engine's own description, or one made of a thrown error. */
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
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const isKnown = code !== undefined && (INFRASTRUCTURE.has(code) || FINAL.has(code));
  return {
    class: isKnown ? code : 'internal',
    message: shorten(error.message || error.name),
    retry: retryOf(code),
  };
}

function retryOf(code: string | undefined): Failure['retry'] {
  if (code !== undefined && INFRASTRUCTURE.has(code)) return 'infrastructure';
  return code !== undefined && FINAL.has(code) ? 'never' : 'automation';
}

function isRunFailure(reason: unknown): reason is RunFailure {
  return typeof reason === 'object' && reason !== null && 'class' in reason && 'retry' in reason;
}

function shorten(message: string): string {
  return message.length > MESSAGE_MAX_CHARACTERS
    ? `${message.slice(0, MESSAGE_MAX_CHARACTERS - 1)}…`
    : message;
}
