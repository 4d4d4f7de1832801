import type { ErrandSchemas } from './api-schemas.ts';

/** A response of the API with a status of 400 or above. */
export class ErrandError extends Error {
  override readonly name: string = 'ErrandError';
  readonly status: number;
  /**
   * Stable name of the error, such as `task-not-found`; switch on it. Undefined if an intermediary
   * between the client and the control plane responded.
   */
  readonly code: string | undefined;
  /** Give this ID to the operator, whose logs contain it. */
  readonly requestId: string | undefined;
  /** What is wrong with the request's members, if the status is 422. */
  readonly violations: readonly ErrandSchemas['Violation'][];
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: Omit<ErrandError, 'message' | 'name' | 'stack' | 'cause'>) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.violations = facts.violations;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** No complete response arrived: the connection failed, broke off or stalled. */
export class ErrandConnectionError extends Error {
  override readonly name: string = 'ErrandConnectionError';
}

/**
 * The server sent something that is not part of the API, so sending the request again is useless.
 */
export class ErrandProtocolError extends Error {
  override readonly name: string = 'ErrandProtocolError';
}

/** The task has not ended within the caller's time limit. The task itself keeps running. */
export class WaitTimeoutError extends Error {
  override readonly name: string = 'WaitTimeoutError';
  readonly taskIds: readonly string[];
  readonly timeoutMs: number;

  constructor(taskIds: readonly string[], timeoutMs: number) {
    super(
      `${taskIds.length === 1 ? `Task ${taskIds[0]} has` : `${taskIds.length} tasks have`} not ended within ${timeoutMs} ms. ` +
        'Wait again with the same ID, or cancel the task.',
    );
    this.taskIds = taskIds;
    this.timeoutMs = timeoutMs;
  }
}

/** A debug session has ended while something waited for it. */
export class SessionEndedError extends Error {
  override readonly name: string = 'SessionEndedError';
  /** Includes `end_reason` and `error`. */
  readonly session: ErrandSchemas['DebugSession'];

  constructor(session: ErrandSchemas['DebugSession']) {
    const { session_id: id, end_reason: reason, error } = session;
    super(`Debug session ${id} has ended (${reason})${error === null ? '' : `: ${error}`}`);
    this.session = session;
  }
}

/** `run` has submitted the task, which continues, but could not wait for its end; see the cause. */
export class RunInterruptedError extends Error {
  override readonly name: string = 'RunInterruptedError';
  readonly taskId: string;

  constructor(taskId: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Task ${taskId} was submitted, but waiting for it failed: ${reason} Wait for it with its ID; submitting it again would run it twice.`,
      { cause },
    );
    this.taskId = taskId;
  }
}

/** A file of a task could not be fetched completely. Nothing is left at its destination. */
export class DownloadError extends Error {
  override readonly name: string = 'DownloadError';
}

/** A callback that Errand did not send, or that someone else changed or sent again. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
  readonly code: 'missing-header' | 'bad-header' | 'too-old' | 'too-new' | 'no-match' | 'bad-body';

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
