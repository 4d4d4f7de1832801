import type { NextFunction, Request } from 'express';
import { InvalidRequestError, type Violation } from './invalid-request-error.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

const MAX_VIOLATIONS = 100;
const MAX_NAME_LENGTH = 200;

/** Marks the violations below, so that a route can distinguish them from those of the schema. */
export const UNSTORABLE_TEXT = 'text';

interface Place {
  readonly name: string | number;
  readonly parent?: Place;
}

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

/** Iterative, because a body may be nested as deeply as it is long. */
function findUnstorable(root: string, value: unknown): Violation[] {
  const violations: Violation[] = [];
  const waiting: { readonly place: Place; readonly value: unknown }[] = [
    { place: { name: root }, value },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (violations.length === MAX_VIOLATIONS) break;
    const { place: parent, value: inner } = next;
    if (typeof inner === 'string') violations.push(...describe(parent, inner, 'contains'));
    if (typeof inner !== 'object' || inner === null) continue;
    const isList = Array.isArray(inner);
    for (const [key, member] of Object.entries(inner).toReversed()) {
      const place = { name: isList ? Number(key) : key, parent };
      if (!isList) violations.push(...describe(place, key, 'has a name that contains'));
      waiting.push({ place, value: member });
    }
  }
  return violations;
}

function describe(place: Place, text: string, verb: string): Violation[] {
  const fault = text.includes('\0')
    ? 'the character U+0000'
    : text.isWellFormed()
      ? undefined
      : 'a lone surrogate';
  if (fault === undefined) return [];
  const msg = `${verb} ${fault}, which cannot be stored: remove it`;
  return [{ loc: locate(place), msg, type: UNSTORABLE_TEXT }];
}

function locate(place: Place): (string | number)[] {
  const loc: (string | number)[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) {
    loc.push(typeof at.name === 'string' ? at.name.slice(0, MAX_NAME_LENGTH) : at.name);
  }
  return loc.toReversed();
}
