import { DomainError } from '../http/domain-error.ts';

/** A recording has at most one running roll-out. */
export class RolloutRunningError extends DomainError {
  readonly code = 'rollout-running';
  readonly status = 409;

  constructor(recordingId: string, version: number) {
    super(
      `Version ${version} of recording "${recordingId}" is being rolled out: wait until that ends, or promote or stop it first.`,
    );
  }
}

/** No roll-out of the recording is running. */
export class NoRolloutError extends DomainError {
  readonly code = 'no-rollout';
  readonly status = 409;

  constructor(recordingId: string) {
    super(
      `Recording "${recordingId}" has no running roll-out: it has ended, or none was started. Read the recording to see the last one.`,
    );
  }
}
