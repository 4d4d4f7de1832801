import type { NextFunction, Request } from 'express';
import { InvalidRequestError } from './invalid-request-error.ts';
import type { AnyResponse } from './request-state.ts';

/**
 * Rejects `name[member]=value`: no parameter is an object, and the validator crashes on one. Throws
 * InvalidRequestError.
 */
export function refuseNestedQuery(
  request: Request,
  _response: AnyResponse,
  next: NextFunction,
): void {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const nested = [...searchParams.keys()].filter((name) => name.includes('['));
  const violations = nested.slice(0, 100).map((name) => {
    const [parameter = ''] = name.slice(0, 100).split('[');
    const msg = `"${name.slice(0, 100)}" names a member: write ${parameter}=VALUE`;
    return { loc: ['query', parameter], msg, type: 'object' };
  });
  next(violations.length > 0 ? new InvalidRequestError(violations) : undefined);
}
