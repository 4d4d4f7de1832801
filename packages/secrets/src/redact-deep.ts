import { REDACTED_TEXT } from './redact-parts.ts';
import type { Redactor } from './redactor.ts';

/**
 * Returns a copy with every string redacted, including member names. Anything but plain objects,
 * lists and strings is kept as the same object: bytes, dates and errors.
 */
export function redactDeep<Value>(value: Value, redact: Redactor): Value {
  // Each replacement keeps the type of its part.
  return redactAny(value, redact) as Value;
}

/**
 * Like `redactDeep`, for data from a page or model: a number that is a whole secret, such as a
 * one-time code, becomes the redaction text.
 */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  const redactNumber = (number: number) =>
    redact(String(number)) === REDACTED_TEXT ? REDACTED_TEXT : number;
  // Where JSON allows a number, it also allows a string.
  return redactAny(value, redact, redactNumber) as Value;
}

function redactAny(
  value: unknown,
  redact: Redactor,
  redactNumber: (number: number) => unknown = (number) => number,
): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(value);
  const redactMember = (member: unknown) => redactAny(member, redact, redactNumber);
  if (Array.isArray(value)) return value.map(redactMember);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactMember(member)]),
  );
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object from another realm has a different Object.prototype, but it is still at the root of
  // the chain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
