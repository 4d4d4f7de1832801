import { DomainError } from '../http/domain-error.ts';

/** A worker announced a file that no single upload can carry. */
export class ArtifactTooLargeError extends DomainError {
  readonly code = 'payload-too-large';
  readonly status = 413;

  constructor(filename: string, size: number) {
    super(`File "${filename}" has ${size} bytes; at most 5 GiB (5368709120 bytes) can be stored.`);
  }
}

/** The files of a task are older than the period for which its account keeps them. */
export class FilesDeletedError extends DomainError {
  readonly code = 'files-deleted';
  readonly status = 410;

  constructor(taskId: string, deletedAt: Date) {
    super(
      `The files of task "${taskId}" were deleted on ${deletedAt.toISOString()}, at the end of the account's retention period: submit the task again to create new ones, or ask the operator for a longer period.`,
    );
  }
}
