import { compute, sign, toNumber } from './arithmetic.ts';
import type { Budget } from './budget.ts';
import { type Arguments, assign, type Signature } from './call-arguments.ts';
import { order } from './compare.ts';
import { readFloat, readInteger } from './read-number.ts';
import { roundNumber } from './rounding.ts';
import { iterate } from './sequences.ts';
import { textOf } from './text-of-value.ts';
import { OperationError } from './operation-error.ts';
import { describeType, Float, isTruthy, lengthOf, toCount, type Value } from './value.ts';

type Run = (given: readonly (Value | undefined)[], budget: Budget) => Value;

const single: Signature = { parameters: ['value'], required: 1 };
const many = Array.from({ length: 100 }, (_, index) => `value ${index + 1}`);

const functions: ReadonlyMap<string, { readonly signature: Signature; readonly run: Run }> =
  new Map([
    [
      'len',
      { signature: single, run: ([value = null], budget) => BigInt(lengthOf(value, budget)) },
    ],
    ['int', { signature: single, run: ([value = null]) => readInteger(value) }],
    ['float', { signature: single, run: ([value = null]) => readFloat(value) }],
    ['str', { signature: single, run: ([value = null], budget) => textOf(value, budget) }],
    ['bool', { signature: single, run: ([value = null], budget) => isTruthy(value, budget) }],
    ['abs', { signature: single, run: ([value = null]) => absolute(value) }],
    [
      'round',
      {
        signature: { parameters: ['number', 'ndigits'], required: 1, named: ['ndigits'] },
        run: ([value = null, digits = null]) => roundNumber(value, digits),
      },
    ],
    ['min', { signature: extremeSignature(), run: (given, budget) => extreme(given, budget, -1) }],
    ['max', { signature: extremeSignature(), run: (given, budget) => extreme(given, budget, 1) }],
    [
      'sum',
      {
        signature: { parameters: ['values', 'start'], required: 1, named: ['start'] },
        run: ([values = null, start = 0n], budget) => sum(values, start, budget),
      },
    ],
    [
      'sorted',
      {
        signature: { parameters: ['values'], required: 1, named: ['reverse'] },
        run: ([values = null, isReverse = false], budget) => {
          return sort(iterate(values, budget), isTruthy(isReverse, budget), budget);
        },
      },
    ],
    [
      'any',
      {
        signature: single,
        run: ([value = null], budget) =>
          iterate(value, budget).some((element) => isTruthy(element, budget)),
      },
    ],
    [
      'all',
      {
        signature: single,
        run: ([value = null], budget) =>
          iterate(value, budget).every((element) => isTruthy(element, budget)),
      },
    ],
    [
      'range',
      {
        signature: { parameters: ['start', 'stop', 'step'], required: 1 },
        run: ([first = null, second, step = 1n], budget) =>
          second === undefined
            ? range([0n, first, 1n], budget)
            : range([first, second, step], budget),
      },
    ],
  ]);

export const functionNames: readonly string[] = [...functions.keys()];

/** Calls one of the functions of the language. Throws `OperationError`. */
export function callFunction(name: string, given: Arguments, budget: Budget): Value {
  const found = functions.get(name);
  if (!found) throw new OperationError(`There is no function ${name}.`);
  return found.run(assign(given, found.signature), budget);
}

function extremeSignature(): Signature {
  return { parameters: many, required: 1, named: ['default'] };
}

function absolute(value: Value): Value {
  const number = toNumber(value);
  if (number === undefined)
    throw new OperationError(`${describeType(value)} has no absolute value.`);
  if (number instanceof Float) return new Float(Math.abs(number.number));
  return number < 0n ? sign(number, { isNegative: true }) : number;
}

/**
 * Returns the extreme value of a list or the arguments; the first among equals. `direction` is 1
 * for the largest.
 */
function extreme(given: readonly (Value | undefined)[], budget: Budget, direction: 1 | -1): Value {
  const fallback = given.at(-1);
  const listed = given.slice(0, -1).filter((value) => value !== undefined);
  const [only = null] = listed;
  const values = listed.length === 1 ? iterate(only, budget) : listed;
  const [first, ...others] = values;
  if (first === undefined) {
    if (fallback !== undefined) return fallback;
    throw new OperationError('An empty list has no smallest or largest element: pass default=.');
  }
  return others.reduce(
    (best, value) => (order(value, best, budget) * direction > 0 ? value : best),
    first,
  );
}

function sum(values: Value, start: Value, budget: Budget): Value {
  if (typeof start === 'string')
    throw new OperationError("sum() does not join strings: use ''.join(list).");
  return iterate(values, budget).reduce(
    (left, right) => compute('+', { left, right }, budget),
    start,
  );
}

function sort(values: readonly Value[], isReverse: boolean, budget: Budget): Value {
  // Equal elements keep their order, even in reverse.
  const direction = isReverse ? -1 : 1;
  return values.toSorted((left, right) => order(left, right, budget) * direction);
}

function range(bounds: readonly [Value, Value, Value], budget: Budget): Value {
  const [start, stop, step] = bounds.map((bound) => toCount(bound, 'A bound of a range'));
  if (start === undefined || stop === undefined || step === undefined || step === 0) {
    throw new OperationError('The step of a range must not be zero.');
  }
  const length = Math.max(0, Math.ceil((stop - start) / step));
  budget.spend(length);
  return Array.from({ length }, (_, index) => BigInt(start + index * step));
}
