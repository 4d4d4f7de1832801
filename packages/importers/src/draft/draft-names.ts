import { hintsOf, isSecretName, toParameterName } from './parameter-names.ts';

interface TypedField {
  readonly locator: string;
  /** Further words for the field, such as its other locators. */
  readonly others?: readonly string[];
  /** A name from the source, such as that of a variable. */
  readonly name?: string;
  /** What an unknown value comes from. */
  readonly origin?: string;
}

export interface DraftNames {
  readonly inputs: ReadonlyMap<string, string[]>;
  readonly variables: ReadonlyMap<string, string[]>;
  readonly secrets: ReadonlySet<string>;
  readonly isKnown: (name: string) => boolean;
  /** Declares what is typed into a field; returns its placeholder. The value of a secret is dropped. */
  readonly type: (value: string, field: TypedField) => { text: string; isSecret: boolean };
  /**
   * Declares an input, or finds the one with this value; returns its placeholder. Unknown values are
   * the same if they have the same origin.
   */
  readonly input: (label: string, value: string, origin?: string) => string;
  /** Declares a secret, and drops its value; returns its placeholder. */
  readonly secret: (label: string, value: string, origin?: string) => string;
  /**
   * Declares a variable that steps write, or finds the one of the same origin, which is its name in
   * the source; returns its name.
   */
  readonly variable: (label: string, initial?: string[], origin?: string) => string;
  /** Declares a variable that the source does not have, so that no other step writes it. */
  readonly fresh: (label: string, initial?: string[]) => string;
  /** Returns a name for the index of a loop, given the names of the indexes around it. */
  readonly freeIndex: (around: readonly string[]) => string;
}

export function createDraftNames(): DraftNames {
  const inputs = new Map<string, string[]>();
  const variables = new Map<string, string[]>();
  /** The variables of the automation, keyed by their names in the source. */
  const variableNames = new Map<string, string>();
  const secrets = new Set<string>();
  const isKnown = (name: string): boolean =>
    inputs.has(name) || variables.has(name) || secrets.has(name);
  const declare = createValueNames(isKnown);
  const input: DraftNames['input'] = (label, value, origin) => {
    const name = declare('input', label, [value, origin]);
    inputs.set(name, [value]);
    return `{${name}[0]}`;
  };
  const secret: DraftNames['secret'] = (label, value, origin) => {
    const name = declare('secret', label, [value, origin]);
    secrets.add(name);
    return `{${name}[0]}`;
  };
  return {
    inputs,
    variables,
    secrets,
    isKnown,
    input,
    secret,
    type(value, { locator, others = [], name, origin }) {
      const named = name === undefined ? [] : [name];
      const labels = [...named, ...hintsOf(locator), ...others.flatMap(hintsOf)];
      const label = labels.find((one) => (toParameterName(one)?.length ?? 0) > 1) ?? 'text';
      const isSecret = [locator, ...others, ...named].some(isSecretName);
      if (!isSecret) return { text: input(label, value, origin), isSecret };
      return { text: secret(labels.find(isSecretName) ?? 'password', value, origin), isSecret };
    },
    variable(label, initial = [], origin = label) {
      const known = variableNames.get(origin);
      if (known !== undefined) return known;
      const name = findFreeName(label, { isKnown, isSame: () => false });
      variables.set(name, initial);
      variableNames.set(origin, name);
      return name;
    },
    fresh(label, initial = []) {
      const name = findFreeName(label, { isKnown, isSame: () => false });
      variables.set(name, initial);
      return name;
    },
    freeIndex: (around) => findFreeIndex((name) => around.includes(name) || isKnown(name)),
  };
}

function findFreeIndex(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'index' : `index_${number}`;
    if (!isTaken(name)) return name;
  }
}

/** Names values: the same value of the same origin keeps its name. Never reveals a value. */
function createValueNames(isKnown: (name: string) => boolean) {
  const keys = new Map<string, string>();
  return (kind: string, label: string, value: readonly (string | undefined)[]): string => {
    const key = JSON.stringify([kind, ...value]);
    const name = findFreeName(label, { isKnown, isSame: (known) => keys.get(known) === key });
    keys.set(name, key);
    return name;
  };
}

/** Returns the first free name, or one that already has this value. */
function findFreeName(
  label: string,
  { isKnown, isSame }: Record<'isKnown' | 'isSame', (name: string) => boolean>,
): string {
  const start = toParameterName(label) ?? 'value';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? start : `${start}_${number}`;
    if (!isKnown(name) || isSame(name)) return name;
  }
}
