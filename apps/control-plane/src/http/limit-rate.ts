import type { NextFunction, Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { TooManyRequestsError } from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

const MINUTE_MS = 60_000;

/**
 * Limits the requests per minute of an API key, or of an address while the key is unknown. Each
 * process counts separately, so several processes let that many more through. Throws
 * TooManyRequestsError.
 */
export function limitRate(limit: number): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'minute',
    keyGenerator: (request, { locals }: AnyResponse) =>
      locals.apiKeyId ?? ipKeyGenerator(request.ip ?? ''),
    // The operator's probes must not fail because of other clients' traffic.
    skip: ({ path }) => path.startsWith('/health/'),
    handler(_request: Request, response: AnyResponse, next: NextFunction) {
      next(new TooManyRequestsError(limit, Number(response.getHeader('retry-after'))));
    },
  });
}
