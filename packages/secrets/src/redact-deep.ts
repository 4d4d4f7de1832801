import type { Redactor } from './redactor.ts';

/**
 * A copy with every text redacted, names of members included. Anything but plain objects, lists and texts stays the same
 * object: bytes, dates and errors.
 */
export function redactDeep<Value>(value: Value, redact: Redactor): Value {
  // What it does to each part of the value keeps the type of that part.
  return redactAny(value, redact) as Value;
}

function redactAny(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((element) => redactAny(element, redact));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactAny(member, redact)]),
  );
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // One that another realm has made has another Object, but is at the root of its chain all the same.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
