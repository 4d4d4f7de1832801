import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Serves HEAD as GET; Node omits the body, because it knows the original method. */
export function serveHeadAsGet(request: Request, response: AnyResponse, next: NextFunction): void {
  response.locals.isHead = request.method === 'HEAD';
  if (response.locals.isHead) request.method = 'GET';
  next();
}
