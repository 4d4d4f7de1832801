import { readTraceContext } from '@errand/tracing';
import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Records when the request arrived and, if valid, its position in the client's trace. */
export function readTrace(request: Request, response: AnyResponse, next: NextFunction): void {
  response.locals.arrivedAt = new Date();
  const { traceparent, tracestate } = request.headers;
  response.locals.trace = readTraceContext({ traceparent, tracestate });
  next();
}
