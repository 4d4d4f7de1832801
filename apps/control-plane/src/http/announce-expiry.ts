import type { Logger } from '@errand/app-runtime';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { AnyResponse } from './request-state.ts';

const DAY_MS = 86_400_000;
const KEYS_KEPT = 10_000;

/**
 * Announces that an API key expires soon: to its holder in `x-api-key-expires-at`, and in the log
 * once a day, so that no program stops overnight without warning.
 */
export function announceExpiry(logger: Logger): RequestHandler {
  const loggedAt = new Map<string, number>();
  return (_request: Request, response: AnyResponse, next: NextFunction) => {
    const { apiKeyId, accountId, expiresSoonAt } = response.locals;
    if (apiKeyId !== undefined && expiresSoonAt !== undefined) {
      const expiresAt = expiresSoonAt.toISOString();
      response.setHeader('x-api-key-expires-at', expiresAt);
      if (performance.now() - (loggedAt.get(apiKeyId) ?? -DAY_MS) >= DAY_MS) {
        if (loggedAt.size >= KEYS_KEPT) loggedAt.clear();
        loggedAt.set(apiKeyId, performance.now());
        logger.warn('API key expires soon', { apiKeyId, accountId, expiresAt });
      }
    }
    next();
  };
}
