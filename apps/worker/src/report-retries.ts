import { HTTPError, type OptionsInit } from 'got';

type RetryOptions = Exclude<NonNullable<OptionsInit['retry']>, number>;

/** Enough to bridge a restart of the control plane. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_MAX_MS = 3_000;

/**
 * For one call that may be sent twice (the control plane sees that it knows it): an unclear answer is asked for again, and
 * while the control plane says that its database is away there is no limit. The caller's signal ends it in any case.
 */
export function retryReport(): RetryOptions {
  let tries = 0;
  return {
    limit: Number.MAX_SAFE_INTEGER,
    methods: ['POST'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    backoffLimit: RETRY_DELAY_MAX_MS,
    noise: 100,
    calculateDelay({ error, computedValue }) {
      if (!isDatabaseAway(error)) tries += 1;
      return tries > RETRY_LIMIT ? 0 : computedValue;
    },
  };
}

/** Whether the control plane lives and says that its database does not. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof HTTPError) || error.response.statusCode !== 503) return false;
  const body = error.response.body as { readonly error?: { readonly code?: unknown } } | undefined;
  return body?.error?.code === 'database-unavailable';
}
