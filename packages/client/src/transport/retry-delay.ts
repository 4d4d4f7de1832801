const FIRST_MS = 250;
const LONGEST_MS = 10_000;
/** If the server asks for a longer wait, its error is passed on to the caller. */
const LONGEST_ASKED_MS = 60_000;

/**
 * Returns how long to wait before try `tries + 1`: exponential, half of it random, and no shorter
 * than the server asked. Undefined if the server asks for more than a minute.
 */
export function delayBeforeRetry(
  tries: number,
  retryAfterMs: number | undefined,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > LONGEST_ASKED_MS) return undefined;
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  const own = bound * (0.5 + Math.random() / 2);
  // Clients that were refused at the same time must not retry at the same time.
  return retryAfterMs === undefined ? own : retryAfterMs + own;
}

/** Returns the milliseconds of a `Retry-After` header in seconds or as a date, if it has either. */
export function readRetryAfter(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
