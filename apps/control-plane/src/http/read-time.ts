import { InvalidRequestError, type Violation } from './invalid-request-error.ts';

/**
 * Parses a time of a request. Throws InvalidRequestError for a leap second: the schemas accept it,
 * but Date cannot represent it.
 */
export function readTime(loc: Violation['loc'], text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const msg = `is "${text}": specify a time such as 2026-03-01T00:00:00Z`;
  throw new InvalidRequestError([{ loc, msg, type: 'format' }]);
}
