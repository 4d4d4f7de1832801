import type { NextFunction, Request, Response } from 'express';

/**
 * Ignores conditions on the stored copy of a response. No response of an operation may be stored or
 * has a validator, but Express would return 304 for `If-None-Match: *`.
 */
export function ignoreConditions(request: Request, _response: Response, next: NextFunction): void {
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
  next();
}
