import { OperationError } from './operation-error.ts';
import { type Value } from './value.ts';

/** Arguments of a function or method call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export interface Signature {
  /** Parameters in order; those after `required` are optional. */
  readonly parameters: readonly string[];
  readonly required: number;
  /** Parameters that may, or must, be passed by name. */
  readonly named?: readonly string[];
}

/** Returns the values in parameter order; undefined for omitted ones. Throws `OperationError`. */
export function assign(
  { positional, named }: Arguments,
  { parameters, required, named: byName = [] }: Signature,
): readonly (Value | undefined)[] {
  if (positional.length < required || positional.length > parameters.length) {
    const most = parameters.length;
    const count = required === most ? `${required}` : `${required} to ${most}`;
    const word = most === 1 ? 'argument' : 'arguments';
    throw new OperationError(`This call takes ${count} ${word}, not ${positional.length}.`);
  }
  const all = [...new Set([...parameters, ...byName])];
  for (const name of named.keys()) {
    if (!byName.includes(name) || all.indexOf(name) < positional.length) {
      throw new OperationError(`This call takes no argument ${name}=.`);
    }
  }
  return all.map((name, index) =>
    index < positional.length ? positional[index] : named.get(name),
  );
}
