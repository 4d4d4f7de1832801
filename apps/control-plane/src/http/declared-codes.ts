import { type ApiDocument, listOperations } from '@errand/api-types';
import type { DomainError } from './domain-error.ts';
import { readMember } from './read-member.ts';

/** An operation returned an error that the document does not declare for it. A bug on our side. */
export class UndeclaredErrorError extends Error {
  constructor(operationId: string, { status, code, name }: DomainError, cause: unknown) {
    super(
      `The document does not declare the status ${status} with the code "${code}" (${name}) for "${operationId}": add it to x-error-codes.`,
      { cause },
    );
    this.name = new.target.name;
  }
}

/** Returns whether an operation declares an error. */
export type IsDeclared = (operationId: string, error: DomainError) => boolean;

/**
 * Reads the values of `x-error-code` that a document declares for each operation and status. Where
 * a document declares none, every error counts as declared, and so does a bug.
 */
export function readDeclaredCodes(document: ApiDocument): IsDeclared {
  const declared = new Map<string, readonly unknown[]>();
  for (const { operationId, path, method } of listOperations(document)) {
    const responses = readMember(readMember(document.paths[path], method), 'responses');
    for (const [status, response] of Object.entries(Object(responses))) {
      const codes = readCodes(follow(document, response));
      if (Array.isArray(codes)) declared.set(`${operationId} ${status}`, codes);
    }
  }
  return (operationId, { status, code }) =>
    code === 'internal-error' ||
    declared.size === 0 ||
    declared.get(`${operationId} ${status}`)?.includes(code) === true;
}

function readCodes(response: unknown): unknown {
  const path = ['headers', 'x-error-code', 'schema', 'enum'];
  return path.reduce<unknown>(readMember, response);
}

function follow(document: ApiDocument, response: unknown): unknown {
  const reference = readMember(response, '$ref');
  if (typeof reference !== 'string') return response;
  return reference.split('/').slice(1).reduce<unknown>(readMember, document);
}
