import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** HEAD is answered as GET; Node leaves the body out, because it has the method of the request as it came. */
export function serveHeadAsGet(request: Request, response: AnyResponse, next: NextFunction): void {
  response.locals.isHead = request.method === 'HEAD';
  if (response.locals.isHead) request.method = 'GET';
  next();
}
