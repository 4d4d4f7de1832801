import { readTraceContext } from '@errand/tracing';
import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Notes when the request arrived, and its position in the client's trace if that is valid. */
export function readTrace(request: Request, response: AnyResponse, next: NextFunction): void {
  response.locals.arrivedAt = new Date();
  const { traceparent, tracestate } = request.headers;
  response.locals.trace = readTraceContext({ traceparent, tracestate });
  next();
}
