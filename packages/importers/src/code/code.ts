/** A value or a call in a script, as importers understand it. The same for both languages. */
export type Code =
  | { readonly kind: 'text'; readonly text: string }
  /** A string that contains values. */
  | { readonly kind: 'template'; readonly pieces: readonly Code[] }
  /** `text`: what it looks like in a text, if that differs from JavaScript. */
  | { readonly kind: 'number'; readonly number: number; readonly text?: string }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'none' }
  /** Flags under their Python names. */
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: readonly string[] }
  | { readonly kind: 'list'; readonly elements: readonly Code[] }
  | { readonly kind: 'record'; readonly entries: ReadonlyMap<string, Code> }
  /** `page.get_by_role("x").click()`: a name and what follows it. A lone name has no steps. */
  | Chain
  | {
      readonly kind: 'function';
      readonly parameters: readonly string[];
      readonly body: readonly Statement[];
      /** Whether it is called right there: `(() => { ... })()`. */
      readonly isCalled?: true;
    }
  | { readonly kind: 'other'; readonly text: string };

export interface Chain {
  readonly kind: 'chain';
  readonly head: string;
  readonly steps: readonly CodeStep[];
}

export interface CodeStep {
  /** Name as in Python: `get_by_role`. Blank for a call of the head itself, `[]` for an index. */
  readonly name: string;
  /** Undefined for a property. */
  readonly values?: readonly Code[];
  /** Named arguments of Python; options of JavaScript under their Python names. */
  readonly options: ReadonlyMap<string, Code>;
}

/** What the rest of a script can no longer rely on after some code. */
export interface Changes {
  /** Names that may have been given another value. */
  readonly binds: readonly string[];
  /** The lists and records that may have changed: names, or parts of what they stand for. */
  readonly mentions: readonly Chain[];
}

interface Place extends Partial<Changes> {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The bodies of the functions and classes in its expressions. */
  readonly inside?: readonly (readonly Statement[])[];
  /** Whether it or anything in it waits for something or acts on a page. */
  readonly isStep?: boolean;
  /** Whether it has a syntax error, apart from the functions in it. */
  readonly isBroken?: boolean;
}

export type Statement = Place &
  (
    | { readonly kind: 'value'; readonly value: Code }
    /**
     * `unpacks`: whether each name gets part of the value, `other` for parts that are not known. A
     * blank name takes nothing.
     */
    | {
        readonly kind: 'assignment';
        readonly names: readonly string[];
        readonly value: Code;
        readonly unpacks?: 'elements' | 'members' | 'other';
      }
    /** `with page.expect_popup() as page1_info:` */
    | {
        readonly kind: 'with';
        readonly resources: readonly { readonly value: Code; readonly name?: string }[];
        readonly body: readonly Statement[];
      }
    | {
        readonly kind: 'function';
        readonly name: string;
        readonly parameters: readonly string[];
        readonly body: readonly Statement[];
      }
    | { readonly kind: 'class'; readonly body: readonly Statement[] }
    /** An import, or a declaration without a value: not a step. */
    | { readonly kind: 'declaration' }
    /** `assert a == b`; the operator is blank for a lone value. */
    | {
        readonly kind: 'assert';
        readonly left: Code;
        readonly operator: string;
        readonly right?: Code;
      }
    /** A branch, a loop or other program code. `body`: the statements in its blocks. */
    | { readonly kind: 'program'; readonly body: readonly Statement[] }
  );

/** Returns the steps of functions in a statement, apart from those of one function. */
export const stepsInside = (
  { inside = [] }: Pick<Statement, 'inside'>,
  apartFrom?: readonly Statement[],
): readonly Statement[] =>
  inside.filter((body) => body !== apartFrom).flatMap((body) => body.filter((one) => one.isStep));

/** Key of the record entry that stands for entries that cannot be read, such as `...others`. */
export const OTHER_ENTRIES = '...';

/** The name by which a Python class refers to one of its attributes: `self.rows`. */
export const ownName = (name: string): string => `self.${name}`;

/** Makes `self.rows` a name. */
export function withOwnName(chain: Chain): Chain {
  const [first, ...steps] = chain.steps;
  return chain.head === 'self' && first && !first.values && first.name !== '[]'
    ? { ...chain, head: ownName(first.name), steps }
    : chain;
}

/** `getByRole` as `get_by_role`. */
export const toSnakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();

/** Returns the record entries that a member name may refer to; the name is in snake case. */
export const entriesNamed = (entries: ReadonlyMap<string, Code>, name: string): Code[] =>
  [...entries]
    .filter(([key]) => key === name || toSnakeCase(key) === name)
    .map(([, value]) => value);
