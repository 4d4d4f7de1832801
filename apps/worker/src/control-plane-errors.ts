import { StartError } from '@errand/app-runtime';
import { CodedError, type RetryScope } from '@errand/foundation';

/** The task belongs to somebody else now, or is over. The worker must stop at once and report nothing. */
export class LeaseLostError extends Error {
  readonly code = 'lease-lost';

  constructor(taskId: string) {
    super(
      `The lease of task "${taskId}" is lost: it expired, was cancelled or another worker has it.`,
    );
    this.name = new.target.name;
  }
}

/** The control plane does not take a report: the two are not of one version, or one has a bug. */
export class ReportRefusedError extends CodedError {
  readonly code = 'report_refused';
  override readonly retry = 'never';

  constructor(status: number | undefined, answer: string, options: ErrorOptions) {
    super(`The control plane refused a report with ${status}: ${answer}`, options);
  }
}

/** The task may not store more: the attempt, its account or the installation has used up what it may. Asking again is of no use. */
export class StorageRefusedError extends CodedError {
  readonly code = 'limit_exceeded';
  override readonly retry = 'never';
}

/**
 * The control plane lives but cannot reach its database, so it can neither renew a lease nor give it to anybody else.
 */
export class DatabaseAwayError extends Error {
  readonly code = 'database-unavailable';

  constructor(options: ErrorOptions) {
    super('The control plane answers, but it cannot reach its database at present.', options);
    this.name = new.target.name;
  }
}

/** The control plane does not give a secret, and says why. */
export class SecretRefusedError extends Error {
  readonly code = 'secret_unavailable';

  constructor(reason: string, options: ErrorOptions) {
    super(reason, options);
    this.name = new.target.name;
  }
}

/** The control plane does not give messages, and says why. */
export class MessagesRefusedError extends CodedError {
  readonly code = 'messages_refused';
  override readonly retry: RetryScope;

  constructor(reason: string, options: ErrorOptions & { readonly retry: RetryScope }) {
    super(reason, options);
    this.retry = options.retry;
  }
}

/** The control plane does not let the worker in, and will not until the operator mends a setting. */
export class RegistrationRefusedError extends StartError {
  override readonly code = 'registration_refused';

  constructor(url: string, reason: string, cause: unknown) {
    super(
      `The control plane at ${url} refuses this worker: ${reason} Check WORKER_TOKEN, WORKER_LABELS and WORKER_ID.`,
      { cause },
    );
  }
}
