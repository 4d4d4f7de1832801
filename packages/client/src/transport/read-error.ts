import type { ErrandSchemas } from '../api-schemas.ts';
import { ErrandConnectionError, ErrandError } from '../errors.ts';
import { readRetryAfter } from './retry-delay.ts';

const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Number of characters kept of a response that did not come from the API. */
const SHOWN_TEXT = 200;

/** Returns the error of a response, from its headers and its parsed or raw body. */
export function readError(response: Response, body: unknown): ErrandError {
  const { status, headers } = response;
  const members = isObject(body) ? body : {};
  const violations = Array.isArray(members['detail'])
    ? members['detail'].filter((entry): entry is ErrandSchemas['Violation'] => isObject(entry))
    : [];
  const text = isText(body) ? body.slice(0, SHOWN_TEXT) : findText(members, violations);
  const code = headers.get('x-error-code') ?? members['code'];
  return new ErrandError(
    text === undefined
      ? `The server responded with status ${status}, without an explanation.`
      : `${status}: ${text}`,
    {
      status,
      code: isText(code) ? code : undefined,
      requestId: headers.get('x-request-id') ?? undefined,
      violations,
      retryAfterMs: readRetryAfter(headers.get('retry-after')),
    },
  );
}

function findText(
  members: Readonly<Record<string, unknown>>,
  violations: ErrandError['violations'],
): string | undefined {
  if (violations.length > 0) return violations.map(({ msg }) => msg).join(' ');
  return [members['detail'], members['message'], members['error']].find(isText);
}

/** Reads the body of an error as text that may be JSON. */
export async function readErrorBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const isTemporaryStatus = (status: number): boolean => TEMPORARY_STATUSES.has(status);

/** Returns whether the same request may succeed later without changes. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ErrandError) return isTemporaryStatus(error.status);
  return error instanceof ErrandConnectionError;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
