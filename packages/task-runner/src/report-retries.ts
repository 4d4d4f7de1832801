import { HTTPError, type OptionsInit } from 'got';

type RetryOptions = Exclude<NonNullable<OptionsInit['retry']>, number>;

/** Enough to survive a restart of the control plane. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_MAX_MS = 3_000;
/** The longest Retry-After to follow: rate limits count by the minute. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Retry options for an idempotent call: ambiguous failures are retried, without limit while the
 * control plane reports that its database is unreachable or that there are too many requests. The
 * caller's signal always ends the retries.
 */
export function retryReport(): RetryOptions {
  let tries = 0;
  return {
    limit: Number.MAX_SAFE_INTEGER,
    methods: ['POST'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    backoffLimit: RETRY_DELAY_MAX_MS,
    maxRetryAfter: RETRY_AFTER_MAX_MS,
    noise: 100,
    calculateDelay({ error, computedValue }) {
      if (!isDatabaseAway(error) && !isTooMany(error)) tries += 1;
      return tries > RETRY_LIMIT ? 0 : computedValue;
    },
  };
}

/** Returns whether the control plane is up and reports that its database is not. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof HTTPError) || error.response.statusCode !== 503) return false;
  const body = error.response.body as { readonly error?: { readonly code?: unknown } } | undefined;
  return body?.error?.code === 'database-unavailable';
}

function isTooMany(error: unknown): boolean {
  return error instanceof HTTPError && error.response.statusCode === 429;
}
