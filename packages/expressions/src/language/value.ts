import type { JsonValue } from '@errand/foundation';
import { OperationError } from './operation-error.ts';
import type { Budget } from './budget.ts';

/** A Python float. Numbers from JSON are not wrapped, so that lists need no copy. */
export class Float {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

export type Dictionary = Readonly<Record<string, JsonValue>>;

/** A runtime value; a whole number is a bigint. */
export type Value = null | boolean | bigint | string | Float | readonly Element[] | Dictionary;

/** An element of a list; a plain number comes from JSON. */
export type Element = Value | JsonValue;

/**
 * Converts a list element or variable. JSON does not distinguish 1 from 1.0: a whole number is an
 * integer.
 */
export function toValue(element: Element): Value {
  if (typeof element !== 'number') return element;
  return Number.isSafeInteger(element) ? BigInt(element) : new Float(element);
}

export function isList(value: Element): value is readonly Element[] {
  return Array.isArray(value);
}

export function isDictionary(value: Value): value is Dictionary {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Float);
}

/** Returns Python's name for the type. */
function typeName(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'string') return 'str';
  if (value instanceof Float) return 'float';
  return isList(value) ? 'list' : 'dict';
}

/** Returns Python's truth value: empty, zero, None and False are false; all else is true. */
export function isTruthy(value: Value, budget: Budget): boolean {
  if (value instanceof Float) return value.number !== 0;
  if (isList(value)) return value.length > 0;
  if (isDictionary(value)) return keysOf(value, budget).length > 0;
  return Boolean(value);
}

/** Charges for the whole dict, because listing its keys takes that long. */
export function keysOf(dictionary: Dictionary, budget: Budget): readonly string[] {
  const keys = Object.keys(dictionary);
  budget.spend(keys.length);
  return keys;
}

/** Returns the characters of a string as Python counts them: one per code point. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(text);
}

export function lengthOf(value: Value, budget: Budget): number {
  if (typeof value === 'string') {
    budget.spendOnText(value.length);
    return characterCount(value);
  }
  if (isList(value)) return value.length;
  if (isDictionary(value)) return keysOf(value, budget).length;
  throw new OperationError(
    `${describeType(value)} has no length: len() takes a string, a list or a dict.`,
  );
}

function characterCount(text: string): number {
  // Most strings have no surrogates, so no list is needed.
  return /[\uD800-\uDFFF]/.test(text) ? charactersOf(text).length : text.length;
}

/** Returns "a str", "an int", "None": for messages. */
export function describeType(value: Value): string {
  const name = typeName(value);
  if (name === 'None') return name;
  return name === 'int' ? `an ${name}` : `a ${name}`;
}

/** Returns a whole number small enough to count or index with. */
export function toCount(value: Value, purpose: string): number {
  const whole = typeof value === 'boolean' ? BigInt(value) : value;
  if (typeof whole !== 'bigint') {
    throw new OperationError(`${purpose} must be an int, not ${describeType(value)}.`);
  }
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  if (whole > limit) return Number.MAX_SAFE_INTEGER;
  return whole < -limit ? -Number.MAX_SAFE_INTEGER : Number(whole);
}
