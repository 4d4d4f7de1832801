import { StartError } from '@errand/app-runtime';
import { CodedError, type RetryScope } from '@errand/foundation';

/** The task now belongs to another worker, or has ended. Stop immediately and report nothing. */
export class LeaseLostError extends Error {
  readonly code = 'lease-lost';

  constructor(taskId: string) {
    super(
      `The lease of task "${taskId}" is lost: it expired, was cancelled or another worker has it.`,
    );
    this.name = new.target.name;
  }
}

/**
 * The control plane rejected a report: version mismatch, or a bug on either side. Never retried: the
 * next attempt would repeat on the site what this one did, such as an order, and report the same.
 */
export class ReportRefusedError extends CodedError {
  readonly code = 'report_refused';
  override readonly retry = 'never';
  /** Whether the same report may be accepted later: nothing is known to be wrong with it. */
  readonly isPassing: boolean;

  constructor(status: number, answer: string, options: ErrorOptions) {
    super(`The control plane refused a report with ${status}: ${answer}`, options);
    this.isPassing = status === 408 || status === 429 || status >= 500;
  }
}

/**
 * Storage is exhausted for the attempt, its account or the installation. Retrying does not help.
 */
export class StorageRefusedError extends CodedError {
  readonly code = 'limit_exceeded';
  override readonly retry = 'never';
}

/**
 * The control plane is up but cannot reach its database, so it can neither renew a lease nor give
 * it to another worker.
 */
export class DatabaseAwayError extends Error {
  readonly code = 'database-unavailable';

  constructor(options: ErrorOptions) {
    super('The control plane responds, but it cannot reach its database at the moment.', options);
    this.name = new.target.name;
  }
}

/** The control plane refused a secret and gave the reason. */
export class SecretRefusedError extends Error {
  readonly code = 'secret_unavailable';

  constructor(reason: string, options: ErrorOptions) {
    super(reason, options);
    this.name = new.target.name;
  }
}

/** The control plane refused to read messages and gave the reason. */
export class MessagesRefusedError extends CodedError {
  readonly code = 'messages_refused';
  override readonly retry: RetryScope;

  constructor(reason: string, options: ErrorOptions & { readonly retry: RetryScope }) {
    super(reason, options);
    this.retry = options.retry;
  }
}

/** The control plane refuses the worker until the operator fixes a setting. */
export class RegistrationRefusedError extends StartError {
  override readonly code = 'registration_refused';

  constructor(url: string, reason: string, cause: unknown) {
    super(
      `The control plane at ${url} refuses this worker: ${reason} Check WORKER_TOKEN, WORKER_LABELS and WORKER_ID.`,
      { cause },
    );
  }
}
