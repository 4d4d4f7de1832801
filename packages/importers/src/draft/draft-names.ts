import { hintsOf, isSecretName, toParameterName } from './parameter-names.ts';

interface TypedField {
  readonly locator: string;
  /** Further words for the field, such as its other locators. */
  readonly others?: readonly string[];
  /** A name from the source, such as that of a variable. */
  readonly name?: string;
}

export interface DraftNames {
  readonly inputs: ReadonlyMap<string, string[]>;
  readonly variables: ReadonlyMap<string, string[]>;
  readonly secrets: ReadonlySet<string>;
  readonly isKnown: (name: string) => boolean;
  /** Declares what is typed into a field; returns its placeholder. The value of a secret is dropped. */
  readonly type: (value: string, field: TypedField) => { text: string; isSecret: boolean };
  /** Declares an input, or finds the one with this value; returns its placeholder. */
  readonly input: (label: string, value: string) => string;
  /** Declares a secret, and drops its value; returns its placeholder. */
  readonly secret: (label: string, value: string) => string;
  /** Declares a variable that steps write; returns its name. */
  readonly variable: (label: string, initial?: string[]) => string;
}

export function createDraftNames(): DraftNames {
  const inputs = new Map<string, string[]>();
  const variables = new Map<string, string[]>();
  /** The variables of the automation, keyed by their names in the source. */
  const variableNames = new Map<string, string>();
  const secrets = new Set<string>();
  /** Distinguishes two secrets with the same label. Never leaves this function. */
  const secretValues = new Map<string, string>();
  const isKnown = (name: string): boolean =>
    inputs.has(name) || variables.has(name) || secrets.has(name);
  const freeName = (label: string, isSame: (name: string) => boolean): string =>
    findFreeName(label, { isKnown, isSame });
  const input: DraftNames['input'] = (label, value) => {
    const name = freeName(label, (known) => inputs.get(known)?.[0] === value);
    inputs.set(name, [value]);
    return `{${name}[0]}`;
  };
  const secret: DraftNames['secret'] = (label, value) => {
    const name = freeName(label, (known) => secretValues.get(known) === value);
    secrets.add(name);
    secretValues.set(name, value);
    return `{${name}[0]}`;
  };
  return {
    inputs,
    variables,
    secrets,
    isKnown,
    input,
    secret,
    type(value, { locator, others = [], name }) {
      const named = name === undefined ? [] : [name];
      const labels = [...named, ...hintsOf(locator), ...others.flatMap(hintsOf)];
      const label = labels.find((one) => (toParameterName(one)?.length ?? 0) > 1) ?? 'text';
      const isSecret = [locator, ...others, ...named].some(isSecretName);
      if (!isSecret) return { text: input(label, value), isSecret };
      return { text: secret(labels.find(isSecretName) ?? 'password', value), isSecret };
    },
    variable(label, initial = []) {
      const known = variableNames.get(label);
      if (known !== undefined) return known;
      const name = freeName(label, () => false);
      variables.set(name, initial);
      variableNames.set(label, name);
      return name;
    },
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
