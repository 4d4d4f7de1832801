import type { JsonValue } from '@errand/foundation';
import type { Budget } from './budget.ts';
import { OperationError } from './operation-error.ts';
import { Float, isList, toValue, type Value } from './value.ts';

/** Converts a result to JSON. Throws `OperationError` for numbers that JSON cannot represent. */
export function toJson(value: Value, budget: Budget): JsonValue {
  budget.spend(1);
  if (typeof value === 'bigint') return toJsonInteger(value);
  if (value instanceof Float) return toJsonFloat(value);
  return isList(value) ? value.map((element) => toJson(toValue(element), budget)) : value;
}

function toJsonInteger(integer: bigint): number {
  const number = Number(integer);
  if (Number.isSafeInteger(number)) return number;
  throw new OperationError(
    'The result is an int of more than 15 digits, which would be rounded: convert it with str().',
  );
}

function toJsonFloat({ number }: Float): number {
  if (Number.isFinite(number)) return number;
  throw new OperationError('The result is infinite or NaN, which JSON cannot represent.');
}
