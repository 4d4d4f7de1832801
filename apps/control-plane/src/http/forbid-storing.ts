import type { NextFunction, Request, Response } from 'express';

/**
 * Forbids caching of every response, including errors, because they contain results, keys and
 * signed URLs. The pages of `/docs` and `/live` contain none, and `/files` sets `private, no-cache`
 * for its files.
 */
export function forbidStoring(request: Request, response: Response, next: NextFunction): void {
  if (!/^\/(?:docs|live)(?:\/|$)/.test(request.path)) response.set('cache-control', 'no-store');
  next();
}
