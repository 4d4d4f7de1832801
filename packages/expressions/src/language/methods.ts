import type { Budget } from './budget.ts';
import { type Arguments, assign, type Signature } from './call-arguments.ts';
import { areEqual } from './compare.ts';
import { textMethods } from './text-methods.ts';
import { OperationError } from './operation-error.ts';
import {
  describeType,
  type Dictionary,
  type Element,
  isDictionary,
  isList,
  toValue,
  type Value,
} from './value.ts';

interface Method<Subject> {
  readonly signature: Signature;
  readonly run: (subject: Subject, given: readonly (Value | undefined)[], budget: Budget) => Value;
}

const listMethods: ReadonlyMap<string, Method<readonly Element[]>> = new Map([
  [
    'count',
    {
      signature: { parameters: ['value'], required: 1 },
      run: (list, [wanted = null], budget) => BigInt(placesOf(list, wanted, budget).length),
    },
  ],
  [
    'index',
    {
      signature: { parameters: ['value'], required: 1 },
      run: (list, [wanted = null], budget) => {
        const [first] = placesOf(list, wanted, budget);
        if (first === undefined)
          throw new OperationError(
            '.index() did not find the value in the list. Check with "in" first.',
          );
        return BigInt(first);
      },
    },
  ],
]);

const dictionaryMethods: ReadonlyMap<string, Method<Dictionary>> = new Map([
  [
    'get',
    {
      signature: { parameters: ['key', 'default'], required: 1 },
      run: (dictionary, [key = null, fallback = null]) => {
        if (typeof key !== 'string' || !Object.hasOwn(dictionary, key)) return fallback;
        return toValue(dictionary[key] ?? null);
      },
    },
  ],
]);

export const methodNames: readonly string[] = [
  ...new Set([...textMethods.keys(), ...listMethods.keys(), ...dictionaryMethods.keys()]),
];

interface MethodCall {
  readonly object: Value;
  readonly name: string;
  readonly given: Arguments;
}

/** Calls a method of a string, a list or a dict. Throws `OperationError` for an unknown method. */
export function callMethod({ object, name, given }: MethodCall, budget: Budget): Value {
  const call = <Subject>(methods: ReadonlyMap<string, Method<Subject>>, subject: Subject) => {
    const method = methods.get(name);
    if (!method) throw new OperationError(`${describeType(object)} has no method ${name}.`);
    return method.run(subject, assign(given, method.signature), budget);
  };
  if (typeof object === 'string') {
    // Any method may read the whole text.
    budget.spendOnText(object.length);
    return call(textMethods, object);
  }
  if (isList(object)) return call(listMethods, object);
  if (isDictionary(object)) return call(dictionaryMethods, object);
  throw new OperationError(`${describeType(object)} has no method ${name}.`);
}

function placesOf(list: readonly Element[], wanted: Value, budget: Budget): number[] {
  return [...list.keys()].filter((index) => areEqual(toValue(list[index] ?? null), wanted, budget));
}
