import { DomainError } from '../http/domain-error.ts';

/** The account has no recording with this id, or it was deleted. */
export class RecordingNotFoundError extends DomainError {
  readonly code = 'recording-not-found';
  readonly status = 404;

  constructor(recordingId: string) {
    super(`There is no recording "${recordingId}".`);
  }
}

/** The recording has no version with this number. */
export class VersionNotFoundError extends DomainError {
  readonly code = 'version-not-found';
  readonly status = 404;

  constructor(recordingId: string, version: number | string) {
    super(`Recording "${recordingId}" has no version ${version}.`);
  }
}

/** Another version became current after the client read the recording. */
export class RecordingChangedError extends DomainError {
  readonly code = 'recording-changed';
  readonly status = 409;

  /** `currentVersion` undefined: no recording has the name. */
  constructor(baseVersion: number, currentVersion: number | undefined) {
    super(
      `base_version is ${baseVersion}, but ${
        currentVersion === undefined
          ? 'no recording has this name: repeat the request with base_version 0 to create it.'
          : `version ${currentVersion} is current: read what you want to change again, and repeat the request with base_version ${currentVersion}.`
      }`,
    );
  }
}

/** Another recording of the account already uses the endpoint name. */
export class EndpointNameTakenError extends DomainError {
  readonly code = 'endpoint-name-taken';
  readonly status = 409;

  constructor(endpointName: string, options?: ErrorOptions) {
    super(
      `Another recording has the endpoint name "${endpointName}": choose another one.`,
      options,
    );
  }
}

/** Tasks of the recording are still waiting or running, so it cannot be deleted. */
export class RecordingInUseError extends DomainError {
  readonly code = 'recording-in-use';
  readonly status = 409;

  constructor(endpointName: string, open: { readonly waiting: number; readonly held: number }) {
    super(
      `The recording "${endpointName}" has tasks that are waiting (${open.waiting}) or running (${open.held}): wait for them, or send cancel_tasks=true to cancel them.`,
    );
  }
}

/** Too many tasks are waiting for one request to cancel them all. */
export class CancellationUnfinishedError extends DomainError {
  readonly code = 'cancellation-unfinished';
  readonly status = 409;

  constructor(endpointName: string, cancelled: number) {
    super(
      `${cancelled} tasks of the recording "${endpointName}" have been cancelled, but more are waiting: send the same request again.`,
    );
  }
}
