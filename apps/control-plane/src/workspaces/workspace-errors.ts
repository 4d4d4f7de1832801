import { DomainError } from '../http/domain-error.ts';

/** The account has no workspace with this id. */
export class WorkspaceNotFoundError extends DomainError {
  readonly code = 'workspace-not-found';
  readonly status = 404;

  constructor(workspaceId: string, options?: ErrorOptions) {
    super(`There is no workspace "${workspaceId}".`, options);
  }
}

/** Another workspace of the account has the name. */
export class WorkspaceNameTakenError extends DomainError {
  readonly code = 'workspace-name-taken';
  readonly status = 409;

  constructor(name: string, options?: ErrorOptions) {
    super(`Another workspace has the name "${name}": choose another one.`, options);
  }
}

/** The workspace still contains recordings, so it cannot be deleted. */
export class WorkspaceNotEmptyError extends DomainError {
  readonly code = 'workspace-not-empty';
  readonly status = 409;

  constructor(name: string, recordingCount: number) {
    super(
      `The workspace "${name}" contains recordings (${recordingCount}): delete them or move them to another workspace first.`,
    );
  }
}

/** New recordings go to the default workspace, so it cannot be deleted. */
export class DefaultWorkspaceError extends DomainError {
  readonly code = 'default-workspace';
  readonly status = 409;

  constructor(name: string) {
    super(`The workspace "${name}" is the default one of the account and cannot be deleted.`);
  }
}
