import { toNumber } from './arithmetic.ts';
import type { Budget } from './budget.ts';
import type { ComparisonOperator } from './syntax-tree.ts';
import { OperationError } from './operation-error.ts';
import {
  describeType,
  type Dictionary,
  type Element,
  Float,
  isDictionary,
  isList,
  keysOf,
  toValue,
  type Value,
} from './value.ts';

interface Pair {
  readonly left: Value;
  readonly right: Value;
}

/**
 * Returns whether `left operator right` holds, as in Python. Throws `OperationError` for types
 * without an order.
 */
export function compare(operator: ComparisonOperator, pair: Pair, budget: Budget): boolean {
  return comparisons[operator](pair, budget);
}

const comparisons: {
  readonly [Operator in ComparisonOperator]: (pair: Pair, budget: Budget) => boolean;
} = {
  '==': ({ left, right }, budget) => areEqual(left, right, budget),
  '!=': ({ left, right }, budget) => !areEqual(left, right, budget),
  '<': ({ left, right }, budget) => order(left, right, budget) < 0,
  '<=': ({ left, right }, budget) => order(left, right, budget) <= 0,
  '>': ({ left, right }, budget) => order(left, right, budget) > 0,
  '>=': ({ left, right }, budget) => order(left, right, budget) >= 0,
  in: isIn,
  'not in': (pair, budget) => !isIn(pair, budget),
  is: isSame,
  'is not': (pair) => !isSame(pair),
};

export function areEqual(left: Value, right: Value, budget: Budget): boolean {
  budget.spend(1);
  const first = toNumber(left);
  const second = toNumber(right);
  if (first !== undefined && second !== undefined) {
    return orderNumbers(plain(first), plain(second)) === 0;
  }
  if (isList(left) && isList(right)) {
    return (
      left.length === right.length &&
      left.every((element, index) => areSameElements(element, right[index], budget))
    );
  }
  if (isDictionary(left) && isDictionary(right)) return areEqualDictionaries(left, right, budget);
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) {
    budget.spendOnText(left.length);
  }
  return left === right;
}

function areEqualDictionaries(left: Dictionary, right: Dictionary, budget: Budget): boolean {
  const keys = keysOf(left, budget);
  return (
    keys.length === keysOf(right, budget).length &&
    keys.every((key) => Object.hasOwn(right, key) && areSameElements(left[key], right[key], budget))
  );
}

function areSameElements(
  left: Element | undefined,
  right: Element | undefined,
  budget: Budget,
): boolean {
  if (left === undefined || right === undefined) return left === right;
  return areEqual(toValue(left), toValue(right), budget);
}

/** Returns a negative number, zero or a positive number; NaN for unordered values. */
export function order(left: Value, right: Value, budget: Budget): number {
  budget.spend(1);
  const first = toNumber(left);
  const second = toNumber(right);
  if (first !== undefined && second !== undefined) return orderNumbers(plain(first), plain(second));
  if (typeof left === 'string' && typeof right === 'string') {
    budget.spendOnText(Math.min(left.length, right.length));
    return orderTexts(left, right);
  }
  if (isList(left) && isList(right)) return orderLists(left, right, budget);
  throw new OperationError(
    `${describeType(left)} and ${describeType(right)} cannot be ordered. Convert with int(), float() or str().`,
  );
}

/** Compares bigints and floats exactly. Returns NaN if either is NaN. */
function orderNumbers(left: bigint | number, right: bigint | number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return left >= right ? 0 : Number.NaN;
}

/** Compares by code point like Python, not by UTF-16 unit. */
function orderTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let place = 0;
  while (place < length && left.charCodeAt(place) === right.charCodeAt(place)) place += 1;
  if (place === length) return left.length - right.length;
  // A low surrogate means nothing without its high surrogate.
  const start = /[\uD800-\uDBFF]/.test(left.charAt(place - 1)) ? place - 1 : place;
  return (left.codePointAt(start) ?? 0) - (right.codePointAt(start) ?? 0);
}

function orderLists(left: readonly Element[], right: readonly Element[], budget: Budget): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const first = toValue(left[index] ?? null);
    const second = toValue(right[index] ?? null);
    if (!areEqual(first, second, budget)) return order(first, second, budget);
  }
  return left.length - right.length;
}

function isIn({ left, right }: Pair, budget: Budget): boolean {
  if (typeof right === 'string') {
    if (typeof left !== 'string') {
      throw new OperationError(
        `Only a string can be in a string, not ${describeType(left)}. Convert it with str().`,
      );
    }
    budget.spendOnText(right.length);
    return right.includes(left);
  }
  if (isList(right)) return right.some((element) => areEqual(toValue(element), left, budget));
  if (isDictionary(right)) return typeof left === 'string' && Object.hasOwn(right, left);
  throw new OperationError(
    `"in" needs a string, a list or a dict on its right, not ${describeType(right)}.`,
  );
}

/**
 * Supports only None, True and False, because elsewhere Python's `is` depends on how values are
 * stored.
 */
function isSame({ left, right }: Pair): boolean {
  if (isSingle(left) || isSingle(right)) return left === right;
  throw new OperationError('"is" compares only with None, True and False: use ==.');
}

function isSingle(value: Value): boolean {
  return value === null || typeof value === 'boolean';
}

function plain(number: bigint | Float): bigint | number {
  return number instanceof Float ? number.number : number;
}
