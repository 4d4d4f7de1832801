import type { Logger } from '@errand/app-runtime';
import { ipKeyGenerator } from 'express-rate-limit';
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Authenticate } from './authenticate.ts';
import { TooManyFailedKeysError, UnauthorizedError } from './http-errors.ts';
import { findOperation } from './request-state.ts';
import { readAnySessionCookie } from './session-cookie.ts';

const MINUTE_MS = 60_000;
const GOOD_CREDENTIALS_KEPT = 10_000;

/**
 * Logs refused credentials. Once an address has sent too many within a minute, refuses credentials
 * that were never valid there without looking them up; clients with valid ones at the same address
 * continue. Each process counts separately. `limit` undefined: unlimited. Throws
 * TooManyFailedKeysError.
 */
export function limitFailedKeys(
  limit: number | undefined,
  logger: Logger,
): (authenticate: Authenticate) => Authenticate {
  const failures = countByMinute();
  const good = new Set<string>();
  return (authenticate) => async (request) => {
    const credentials = readCredentials(request);
    if (credentials === '') return authenticate(request);
    const digest = createHash('sha256').update(credentials).digest('hex');
    const address = ipKeyGenerator(request.ip ?? '');
    if (limit !== undefined && !good.has(digest) && failures.countOf(address) >= limit) {
      throw new TooManyFailedKeysError(limit);
    }
    try {
      const owner = await authenticate(request);
      remember(good, digest);
      return owner;
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        good.delete(digest);
        failures.add(address);
        const operationId = findOperation(request)?.operationId;
        logger.warn('credentials refused', { address, operationId, digest: digest.slice(0, 12) });
      }
      throw error;
    }
  };
}

/** One window for all addresses, so that its memory is freed as a whole. */
function countByMinute() {
  let counts = new Map<string, number>();
  let endsAt = 0;
  const current = (): Map<string, number> => {
    const now = performance.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + MINUTE_MS;
    }
    return counts;
  };
  return {
    countOf: (address: string) => current().get(address) ?? 0,
    add: (address: string) => current().set(address, (counts.get(address) ?? 0) + 1),
  };
}

function readCredentials(request: Request): string {
  const { 'x-api-key': key, authorization } = request.headers;
  return [key, authorization, readAnySessionCookie(request)].filter(Boolean).join('\n');
}

/** Evicts the oldest entry beyond the limit. */
function remember(good: Set<string>, digest: string): void {
  good.delete(digest);
  good.add(digest);
  const [oldest] = good;
  if (good.size > GOOD_CREDENTIALS_KEPT && oldest !== undefined) good.delete(oldest);
}
