import { DomainError } from './domain-error.ts';

/** One way in which a request breaks its schema. */
export interface Violation {
  /**
   * Starts with `body`, `query`, `path` or `header`, followed by member names and list positions.
   */
  readonly loc: readonly (string | number)[];
  /** What is wrong and what to do; InvalidRequestError puts the field's name before it. */
  readonly msg: string;
  readonly type: string;
}

const MAX_FIELD_LENGTH = 300;

/** The request is readable but violates the document. */
export class InvalidRequestError extends DomainError {
  readonly code = 'invalid-request';
  readonly status = 422;
  /** Each `msg` is a sentence that starts with the field's name. */
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    const told = violations.map((violation) => ({ ...violation, msg: tell(violation) }));
    super(told.map(({ msg }) => msg).join(' '));
    this.violations = told;
  }
}

/**
 * A full sentence from elsewhere, recognised by its capital letter, keeps its wording. So does a
 * caret at the end, which points at a position in the line above.
 */
function tell({ loc, msg }: Violation): string {
  const name = nameField(loc);
  const sentence = /^[A-Z]/.test(msg) ? `${name}: ${msg}` : `${name} ${msg}`;
  return /[.^]$/.test(sentence) ? sentence : `${sentence}.`;
}

function nameField([root, ...names]: Violation['loc']): string {
  if (names.length === 0) return root === 'body' ? 'The body' : `The ${root}`;
  // Escapes control characters and lone surrogates.
  return JSON.stringify(names.join('.').slice(0, MAX_FIELD_LENGTH)).slice(1, -1);
}
