import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** HEAD is answered as GET; Node leaves the body out, because it has the method of the request as it came. */
export function serveHeadAsGet(request: Request, _response: AnyResponse, next: NextFunction): void {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
}
