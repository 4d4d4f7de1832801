/**
 * Who may retry after a failure: the queue immediately (`infrastructure`: the task is not at
 * fault), the automation's own `max_retries` (`automation`), or nobody, because a retry would fail
 * the same way (`never`).
 */
export type RetryScope = 'never' | 'automation' | 'infrastructure';

/** A failure of a task or of one of its steps. `code` is the error class that the task reports. */
export abstract class CodedError extends Error {
  /** Stable; clients switch on it. */
  abstract readonly code: string;
  readonly retry: RetryScope = 'automation';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
