import { DomainError } from './domain-error.ts';

/** One way in which a request breaks its schema. */
export interface Violation {
  /** `body`, `query`, `path` or `header` first, then member names and list positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The request was read but is not as the document demands. */
export class InvalidRequestError extends DomainError {
  readonly code = 'invalid-request';
  readonly status = 422;
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; '));
    this.violations = violations;
  }
}
