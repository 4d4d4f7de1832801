import { OperationError } from './operation-error.ts';
import { type Value } from './value.ts';

/** The values that a function or method is called with. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export interface Signature {
  /** Parameters in their order; those after `required` may be left out. */
  readonly parameters: readonly string[];
  readonly required: number;
  /** Parameters that may, or must, be given by name. */
  readonly named?: readonly string[];
}

/** The values by parameter, in order; undefined where one is left out. Throws `OperationError`. */
export function assign(
  { positional, named }: Arguments,
  { parameters, required, named: byName = [] }: Signature,
): readonly (Value | undefined)[] {
  if (positional.length < required || positional.length > parameters.length) {
    const count = required === parameters.length ? required : `${required} to ${parameters.length}`;
    throw new OperationError(`This takes ${count} arguments, not ${positional.length}.`);
  }
  const all = [...new Set([...parameters, ...byName])];
  for (const name of named.keys()) {
    if (!byName.includes(name) || all.indexOf(name) < positional.length) {
      throw new OperationError(`This takes no argument ${name}=.`);
    }
  }
  return all.map((name, index) =>
    index < positional.length ? positional[index] : named.get(name),
  );
}
