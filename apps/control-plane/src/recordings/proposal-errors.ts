import { DomainError } from '../http/domain-error.ts';

/** The recording has no proposal with this id. */
export class ProposalNotFoundError extends DomainError {
  readonly code = 'proposal-not-found';
  readonly status = 404;

  constructor(recordingId: string, proposalId: string) {
    super(`Recording "${recordingId}" has no locator proposal "${proposalId}".`);
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
