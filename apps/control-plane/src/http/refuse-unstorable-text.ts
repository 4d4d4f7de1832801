import type { NextFunction, Request } from 'express';
import { InvalidRequestError, type Violation } from './invalid-request-error.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

const MAX_VIOLATIONS = 100;
const MAX_NAME_LENGTH = 200;

/** Marks the violations below, so that a route can distinguish them from those of the schema. */
export const UNSTORABLE_TEXT = 'text';

/**
 * Rejects text that PostgreSQL cannot hold, anywhere in the request. Throws InvalidRequestError.
 */
export function refuseUnstorableText(
  request: Request,
  _response: AnyResponse,
  next: NextFunction,
): void {
  const violations = [
    ...findUnstorable('path', findOperation(request)?.pathParams),
    ...findUnstorable('query', request.query),
    ...findUnstorable('body', request.body),
  ].slice(0, MAX_VIOLATIONS);
  next(violations.length > 0 ? new InvalidRequestError(violations) : undefined);
}

function findUnstorable(root: string, value: unknown): Violation[] {
  const violations: Violation[] = [];
  collect(value, [root], violations);
  return violations;
}

/**
 * Recursive, because a body has at most 100 levels. Keeps nothing for a member that can be stored: a
 * body may have a million of them.
 */
function collect(value: unknown, loc: (string | number)[], violations: Violation[]): void {
  if (typeof value === 'string') describe(value, 'contains', { loc, violations });
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const name of isList ? value.keys() : Object.keys(value)) {
    if (violations.length >= MAX_VIOLATIONS) return;
    loc.push(name);
    if (typeof name === 'string') {
      describe(name, 'has a name that contains', { loc, violations });
    }
    collect((value as Readonly<Record<string | number, unknown>>)[name], loc, violations);
    loc.pop();
  }
}

function describe(
  text: string,
  verb: string,
  { loc, violations }: { readonly loc: readonly (string | number)[]; violations: Violation[] },
): void {
  const fault = text.includes('\0')
    ? 'the character U+0000'
    : text.isWellFormed()
      ? undefined
      : 'a lone surrogate';
  if (fault === undefined) return;
  const msg = `${verb} ${fault}, which cannot be stored: remove it`;
  violations.push({ loc: loc.map(shorten), msg, type: UNSTORABLE_TEXT });
}

const shorten = (name: string | number): string | number =>
  typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : name;
