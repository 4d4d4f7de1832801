import { DomainError } from '../http/domain-error.ts';

/** No workspace of the account has this id. */
export class WorkspaceNotFoundError extends DomainError {
  readonly code = 'workspace-not-found';
  readonly status = 404;

  constructor(workspaceId: string) {
    super(`There is no workspace "${workspaceId}".`);
  }
}
