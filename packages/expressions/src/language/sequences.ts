import type { Budget } from './budget.ts';
import { OperationError } from './operation-error.ts';
import {
  charactersOf,
  describeType,
  type Element,
  isDictionary,
  isList,
  keysOf,
  toCount,
  toValue,
  type Value,
} from './value.ts';

/** Returns `object[index]`. Throws `OperationError` for a missing element. */
export function elementAt(object: Value, index: Value, budget: Budget): Value {
  if (isDictionary(object)) {
    if (typeof index !== 'string') {
      throw new OperationError(`The keys of a dict must be strings, not ${describeType(index)}.`);
    }
    return toValue(valueAt(object, index));
  }
  const sequence = toSequence(object, budget);
  const position = toCount(index, 'An index');
  const element = sequence.at(position);
  if (element === undefined) {
    throw new OperationError(`There is no element ${position}: the length is ${sequence.length}.`);
  }
  return toValue(element);
}

function valueAt(dictionary: Readonly<Record<string, Element>>, key: string): Element {
  const value = Object.hasOwn(dictionary, key) ? dictionary[key] : undefined;
  if (value === undefined) {
    throw new OperationError(
      `There is no key ${JSON.stringify(key)}. Use .get() for one that may be missing.`,
    );
  }
  return value;
}

type Bounds = readonly [Value, Value, Value];

/** Returns `object[start:stop:step]`; None stands for an omitted bound. */
export function sliceOf(object: Value, bounds: Bounds, budget: Budget): Value {
  if (typeof object === 'string') return sliceText(object, bounds, budget);
  return slice(toSequence(object, budget), bounds, budget);
}

export function sliceText(text: string, bounds: Bounds, budget: Budget): string {
  budget.spendOnText(text.length);
  return slice(charactersOf(text), bounds, budget).join('');
}

function slice<Member>(
  sequence: readonly Member[],
  [start, stop, step]: Bounds,
  budget: Budget,
): Member[] {
  const stride = step === null ? 1 : toCount(step, 'The step of a slice');
  if (stride === 0) throw new OperationError('The step of a slice must not be zero.');
  const { length } = sequence;
  const isForward = stride > 0;
  const clip = (bound: Value, whenLeftOut: number) =>
    bound === null ? whenLeftOut : clipBound(bound, { length, isForward });
  const from = clip(start, isForward ? 0 : length - 1);
  const to = clip(stop, isForward ? length : -1);
  const count = Math.max(0, Math.ceil((to - from) / stride));
  budget.spend(count);
  const places = Array.from({ length: count }, (_, offset) => from + offset * stride);
  return places.flatMap((place) => sequence.slice(place, place + 1));
}

function clipBound(
  bound: Value,
  { length, isForward }: { readonly length: number; readonly isForward: boolean },
): number {
  const given = toCount(bound, 'A bound of a slice');
  const position = given < 0 ? given + length : given;
  const lowest = isForward ? 0 : -1;
  return Math.min(Math.max(position, lowest), isForward ? length : length - 1);
}

function toSequence(object: Value, budget: Budget): readonly Element[] {
  if (isList(object)) return object;
  if (typeof object === 'string') {
    budget.spendOnText(object.length);
    return charactersOf(object);
  }
  throw new OperationError(`${describeType(object)} has no elements to pick from.`);
}

/** Returns the elements of a list, the characters of a string, or the keys of a dict. */
export function iterate(value: Value, budget: Budget): readonly Value[] {
  if (isDictionary(value)) return keysOf(value, budget);
  const elements = toSequence(value, budget);
  budget.spend(elements.length);
  return elements.map((element) => toValue(element));
}
