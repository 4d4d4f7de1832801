import { UnresolvedPlaceholderError } from '@errand/expressions';
import { CodedError, type RetryScope } from '@errand/foundation';
import { AutomationError } from '../errors.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { SecretMisplacedError } from '../secrets/secret-errors.ts';

const LONGEST_MESSAGE = 10_000;

export interface Failure {
  readonly class: string;
  /** At most 10,000 characters. */
  readonly message: string;
  readonly retry: RetryScope;
}

/** The part of the run's secrets that messages need: they are redacted before truncation. */
export type FailureSecrets = Pick<RunSecrets, 'counts' | 'redact'>;

/** Class, message and retry scope of whatever a step threw. */
export function describeFailure(error: unknown, secrets: FailureSecrets): Failure {
  const failure = classifyFailure(error, secrets);
  return {
    ...failure,
    message: withoutSourcePositions(beginningOf(secrets.redact(failure.message))),
  };
}

/** Positions in our own scripts are internal and say nothing about the page. */
function withoutSourcePositions(message: string): string {
  return message
    .replaceAll(/^[ \t]*at .*(?:pptr:|file:\/\/|node:).*$/gm, '')
    .replaceAll(/ ?\(?\b(?:pptr:[^\s)"]*|file:\/\/[^\s)"]*:\d+:\d+)\)?/g, '')
    .trimEnd();
}

/** Messages quote values of the task and text of the page, which may be of any size. */
function beginningOf(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message;
  return `${message.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…`;
}

function classifyFailure(error: unknown, secrets: FailureSecrets): Failure {
  const known = explainSecret(error, secrets);
  if (known instanceof CodedError) {
    return { class: known.code, message: known.message, retry: known.retry };
  }
  if (!(known instanceof Error)) {
    return { class: 'unexpected_error', message: String(known), retry: 'automation' };
  }
  if ('code' in known && typeof known.code === 'string') {
    return { class: known.code, message: known.message, retry: 'automation' };
  }
  return {
    class: 'unexpected_error',
    message: `${known.name}: ${known.message}`,
    retry: 'automation',
  };
}

/** The caller's signal aborted, or the browser died, which also aborts the run's signal. */
export function describeAbort(reason: unknown, secrets: FailureSecrets): Failure {
  if (reason instanceof AutomationError) return describeFailure(reason, secrets);
  const message = reason instanceof Error ? reason.message : String(reason);
  return { class: 'aborted', message: secrets.redact(message), retry: 'infrastructure' };
}

/** A secret has a value only in typed fields: report a misplaced secret, not a missing value. */
function explainSecret(error: unknown, { counts }: FailureSecrets): unknown {
  if (!(error instanceof UnresolvedPlaceholderError)) return error;
  const secret = error.placeholders.find(
    (placeholder) => placeholder.kind === 'variable' && Object.hasOwn(counts, placeholder.name),
  );
  return secret ? new SecretMisplacedError(secret.source) : error;
}
