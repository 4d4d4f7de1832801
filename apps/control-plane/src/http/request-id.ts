import { randomUUID } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Names every request, so that an answer and its log lines can be matched. */
export function assignRequestId(
  _request: Request,
  response: AnyResponse,
  next: NextFunction,
): void {
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.setHeader('x-request-id', requestId);
  next();
}
