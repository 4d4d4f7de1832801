import type { NextFunction, Request } from 'express';
import { type AnyResponse, findOperation } from './request-state.ts';

/**
 * Headers of responses that use something deprecated (RFC 9745). The date is 2026-11-23, when the
 * older operations were marked; the page says what to use instead.
 */
export const DEPRECATION_HEADERS = {
  Deprecation: '@1795392000',
  Link: '</docs/guide/versions.md>; rel="deprecation"; type="text/markdown"',
};

/** Adds the headers to every response of a deprecated operation, errors included. */
export function announceDeprecation(
  request: Request,
  response: AnyResponse,
  next: NextFunction,
): void {
  if (findOperation(request)?.isDeprecated === true) response.set(DEPRECATION_HEADERS);
  next();
}
