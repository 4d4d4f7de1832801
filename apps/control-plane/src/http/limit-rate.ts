import type { NextFunction, Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { TooManyRequestsError } from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

const MINUTE_MS = 60_000;
/** Requests of all keys of an account, as a multiple of those of one key. */
const KEYS_AT_ONCE = 5;

/**
 * Limits the requests per minute of an API key, or of an address while the key is unknown. Each
 * process counts separately, so N processes let N times as many through. Throws
 * TooManyRequestsError.
 */
export function limitRate(limit: number): RequestHandler {
  return countRequests(limit, {
    name: 'minute',
    keyOf: (request, { apiKeyId }) => apiKeyId ?? ipKeyGenerator(request.ip ?? ''),
  });
}

/**
 * Limits the requests per minute of all keys of an account together to five times the limit of one
 * key; otherwise more keys would allow more requests. Throws TooManyRequestsError.
 */
export function limitAccountRate(limitOfKey: number): RequestHandler {
  return countRequests(KEYS_AT_ONCE * limitOfKey, {
    name: 'account',
    keyOf: (_request, { accountId }) => accountId,
  });
}

interface Counting {
  /** Name of the policy in the headers. */
  readonly name: 'minute' | 'account';
  /** Requests with the same key are counted together; undefined: not counted. */
  readonly keyOf: (request: Request, state: AnyResponse['locals']) => string | undefined;
}

function countRequests(limit: number, { name, keyOf }: Counting): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: name,
    keyGenerator: (request, { locals }: AnyResponse) => keyOf(request, locals) ?? '',
    // The operator's probes must not fail because of other clients' traffic.
    skip: (request, { locals }: AnyResponse) =>
      request.path.startsWith('/health/') || keyOf(request, locals) === undefined,
    handler(_request: Request, response: AnyResponse, next: NextFunction) {
      const waitSeconds = Number(response.getHeader('retry-after'));
      next(new TooManyRequestsError(limit, { waitSeconds, isOfAccount: name === 'account' }));
    },
  });
}
