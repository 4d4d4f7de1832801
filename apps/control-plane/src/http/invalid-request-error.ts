import { DomainError } from './domain-error.ts';

/** One way in which a request breaks its schema. */
export interface Violation {
  /** `body`, `query`, `path` or `header` first, then member names and list positions. */
  readonly loc: readonly (string | number)[];
  /** What is wrong with it and what to do; its name stands before it once it is in an InvalidRequestError. */
  readonly msg: string;
  readonly type: string;
}

const MAX_FIELD_LENGTH = 300;

/** The request was read but is not as the document demands. */
export class InvalidRequestError extends DomainError {
  readonly code = 'invalid-request';
  readonly status = 422;
  /** Each `msg` is a sentence that begins with the name of the field. */
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    const told = violations.map((violation) => ({ ...violation, msg: tell(violation) }));
    super(told.map(({ msg }) => msg).join(' '));
    this.violations = told;
  }
}

/** A sentence of another part, which begins with a capital letter, keeps its own words. */
function tell({ loc, msg }: Violation): string {
  const name = nameField(loc);
  const sentence = /^[A-Z]/.test(msg) ? `${name}: ${msg}` : `${name} ${msg}`;
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

function nameField([root, ...names]: Violation['loc']): string {
  if (names.length === 0) return root === 'body' ? 'The body' : `The ${root}`;
  // Control characters and lone surrogates are escaped.
  return JSON.stringify(names.join('.').slice(0, MAX_FIELD_LENGTH)).slice(1, -1);
}
