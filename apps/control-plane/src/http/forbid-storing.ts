import type { NextFunction, Request, Response } from 'express';

const PAGES = /^\/(?:console|docs|favicon\.ico|live)(?:\/|$)/;

/**
 * Forbids caching of every response, including errors, because they contain results, keys and
 * signed URLs. The pages of `/console`, `/docs` and `/live` contain none, and `/files` sets
 * `private, no-cache` for its files.
 */
export function forbidStoring(request: Request, response: Response, next: NextFunction): void {
  if (!PAGES.test(request.path)) response.set('cache-control', 'no-store');
  next();
}
