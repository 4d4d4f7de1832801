import { APICallError } from '@ai-sdk/provider';

/**
 * A provider that asks for a longer pause counts as failed: the fallback, or the task's own retry,
 * is faster.
 */
export const LONGEST_RETRY_DELAY_MS = 60_000;

/**
 * Returns the pause before the next attempt: the provider's `retry-after`, or exponential backoff
 * with jitter.
 */
export function retryDelayMs(
  thrown: unknown,
  { attempt, firstDelayMs }: { readonly attempt: number; readonly firstDelayMs: number },
): number {
  const asked = APICallError.isInstance(thrown)
    ? readRetryAfter(thrown.responseHeaders)
    : undefined;
  if (asked !== undefined) return asked;
  return firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function readRetryAfter(headers: Readonly<Record<string, string>> = {}): number | undefined {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
