import { randomUUID } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import type { AnyResponse } from './request-state.ts';

/** Assigns every request an id, so that a response can be matched with its log lines. */
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
