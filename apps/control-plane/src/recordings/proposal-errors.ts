import { DomainError } from '../http/domain-error.ts';

/** The recording has no proposal with this id. */
export class ProposalNotFoundError extends DomainError {
  readonly code = 'proposal-not-found';
  readonly status = 404;

  constructor(recordingId: string, proposalId: string) {
    super(`Recording "${recordingId}" has no locator proposal "${proposalId}".`);
  }
}

/** Another version became current after the client read the proposal. */
export class RecordingChangedError extends DomainError {
  readonly code = 'recording-changed';
  readonly status = 409;

  constructor(baseVersion: number) {
    super(
      `base_version is ${baseVersion}, but another version is current: read the proposal again, and accept what it changes now.`,
    );
  }
}

/** The proposal cannot be applied to the current version. */
export class ProposalOutdatedError extends DomainError {
  readonly code = 'proposal-outdated';
  readonly status = 409;

  constructor(proposalId: string, reason: string) {
    super(
      `The locator proposal "${proposalId}" does not fit the current version: ${reason}. Decline it, or update the recording yourself.`,
    );
  }
}
