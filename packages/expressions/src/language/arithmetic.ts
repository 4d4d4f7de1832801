import type { Budget } from './budget.ts';
import { divideFloors, divideIntegers, floatRemainder, integerRemainder } from './division.ts';
import type { ArithmeticOperator } from './syntax-tree.ts';
import { OperationError } from './operation-error.ts';
import { describeType, Float, isList, lengthOf, toCount, type Value } from './value.ts';

const MOST_BITS = 4096;

/** Computes `left operator right` as Python does. Throws `OperationError`. */
export function compute(
  operator: ArithmeticOperator,
  { left, right }: { readonly left: Value; readonly right: Value },
  budget: Budget,
): Value {
  const numbers = toNumbers(left, right);
  if (numbers) return computeNumbers(operator, numbers);
  if (operator === '+') {
    const joined = concatenate(left, right, budget);
    if (joined !== undefined) return joined;
  }
  if (operator === '*') {
    if (isSequence(left) && isWhole(right)) return repeat(left, right, budget);
    if (isSequence(right) && isWhole(left)) return repeat(right, left, budget);
  }
  throw new OperationError(
    `${operator} does not work on ${describeType(left)} and ${describeType(right)}. Convert with int(), float() or str().`,
  );
}

/** Computes `-value` or `+value`. */
export function sign(value: Value, { isNegative }: { readonly isNegative: boolean }): Value {
  const number = toNumber(value);
  if (number === undefined) {
    throw new OperationError(`A sign works only on a number, not on ${describeType(value)}.`);
  }
  if (!isNegative) return number;
  return number instanceof Float ? new Float(-number.number) : -number;
}

/** Returns a number as a bigint or a float; True and False are 1 and 0. */
export function toNumber(value: Value): bigint | Float | undefined {
  if (typeof value === 'boolean') return BigInt(value);
  return typeof value === 'bigint' || value instanceof Float ? value : undefined;
}

/** Returns the float nearest to a number. */
export function toFloat(number: bigint | Float): number {
  if (number instanceof Float) return number.number;
  const float = Number(number);
  if (!Number.isFinite(float)) throw new OperationError('This int is too large for a float.');
  return float;
}

type Numbers =
  | { readonly kind: 'int'; readonly left: bigint; readonly right: bigint }
  | { readonly kind: 'float'; readonly left: number; readonly right: number };

function toNumbers(left: Value, right: Value): Numbers | undefined {
  const first = toNumber(left);
  const second = toNumber(right);
  if (first === undefined || second === undefined) return undefined;
  if (typeof first === 'bigint' && typeof second === 'bigint') {
    return { kind: 'int', left: first, right: second };
  }
  return { kind: 'float', left: toFloat(first), right: toFloat(second) };
}

function computeNumbers(operator: ArithmeticOperator, numbers: Numbers): Value {
  const { right } = numbers;
  if (Number(right) === 0 && ['/', '//', '%'].includes(operator)) {
    throw new OperationError('A number cannot be divided by zero.');
  }
  if (numbers.kind === 'int') return integerOperations[operator](numbers.left, numbers.right);
  return new Float(floatOperations[operator](numbers.left, numbers.right));
}

type Operations<Operand, Result> = {
  readonly [Operator in ArithmeticOperator]: (left: Operand, right: Operand) => Result;
};

const integerOperations: Operations<bigint, Value> = {
  '+': (left, right) => bounded(left + right),
  '-': (left, right) => bounded(left - right),
  '*': (left, right) => bounded(left * right),
  '/': (left, right) => new Float(divideIntegers(left, right)),
  '//': (left, right) => (left - integerRemainder(left, right)) / right,
  '%': integerRemainder,
  '**': power,
};

const floatOperations: Operations<number, number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '//': divideFloors,
  '%': floatRemainder,
  '**': floatPower,
};

/** Computes a power; rejects large results before computing them. */
function power(base: bigint, exponent: bigint): Value {
  if (exponent < 0n) return new Float(floatPower(toFloat(base), toFloat(exponent)));
  const isSmall = base >= -1n && base <= 1n;
  if (!isSmall && exponent * BigInt(bitCount(base)) > 2n * BigInt(MOST_BITS)) throw tooLarge();
  // For 0, 1 and -1 only the parity of a huge exponent matters.
  return bounded(base ** (isSmall && exponent > 2n ? 2n + (exponent % 2n) : exponent));
}

function floatPower(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) {
    throw new OperationError('Zero cannot be raised to a negative power.');
  }
  // NaN in JavaScript, 1.0 in Python.
  if (base === 1 || exponent === 0) return 1;
  if (base === -1 && Math.abs(exponent) === Infinity) return 1;
  const result = base ** exponent;
  if (Number.isNaN(result) && !Number.isNaN(base) && !Number.isNaN(exponent)) {
    throw new OperationError('A negative number cannot be raised to a fractional power.');
  }
  const isOverflow = !Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent);
  if (isOverflow) throw new OperationError('The result is too large for a float.');
  return result;
}

function bounded(integer: bigint): bigint {
  if (bitCount(integer) > MOST_BITS) throw tooLarge();
  return integer;
}

function bitCount(integer: bigint): number {
  return (integer < 0n ? -integer : integer).toString(16).length * 4;
}

function tooLarge(): OperationError {
  return new OperationError(`The result has more than ${MOST_BITS} bits: compute with float().`);
}

type Sequence = string | readonly [] | Extract<Value, readonly unknown[]>;

function isSequence(value: Value): value is Sequence {
  return typeof value === 'string' || isList(value);
}

function isWhole(value: Value): value is bigint | boolean {
  return typeof value === 'bigint' || typeof value === 'boolean';
}

function concatenate(left: Value, right: Value, budget: Budget): Value | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.spendOnText(left.length + right.length);
    return left + right;
  }
  if (!isList(left) || !isList(right)) return undefined;
  budget.spend(left.length + right.length);
  return [...left, ...right];
}

function repeat(sequence: Sequence, times: bigint | boolean, budget: Budget): Value {
  const count = Math.max(0, toCount(times, 'The number of repetitions'));
  if (typeof sequence === 'string') {
    budget.spendOnText(sequence.length * count);
    return sequence === '' ? '' : sequence.repeat(count);
  }
  const length = lengthOf(sequence, budget) * count;
  budget.spend(length);
  if (length === 0) return [];
  return Array.from({ length: count }, () => sequence).flat();
}
