import { redactedText, type Redactor } from './redactor.ts';

/**
 * A copy with every text redacted, names of members included. Anything but plain objects, lists and texts stays the same
 * object: bytes, dates and errors.
 */
export function redactDeep<Value>(value: Value, redact: Redactor): Value {
  // What it does to each part of the value keeps the type of that part.
  return redactAny(value, redact) as Value;
}

/**
 * The same for what a page or model has told: a number that is a secret as a whole, such as a one-time code, becomes the text
 * that stands for it.
 */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  const redactNumber = (number: number) =>
    redact(String(number)) === redactedText ? redactedText : number;
  // Where a number may stand, JSON may hold a text, too.
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
  // One that another realm has made has another Object, but is at the root of its chain all the same.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
