import { readTraceContext } from '@errand/tracing';
import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Notes the request's position in the client's trace, if it has a valid one. */
export function readTrace(request: Request, response: AnyResponse, next: NextFunction): void {
  const { traceparent, tracestate } = request.headers;
  response.locals.trace = readTraceContext({ traceparent, tracestate });
  next();
}
