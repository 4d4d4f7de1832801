/** Generates random expressions that are also valid Python. */
export interface ExpressionSource {
  readonly next: () => string;
}

const LEVELS = 4;

/** Creates a source; equal seeds generate equal expressions. */
export function createExpressionSource(seed: number): ExpressionSource {
  const random = createRandom(seed);
  const pick = (options: readonly string[]) => options[Math.floor(random() * options.length)] ?? '';
  const expand = (name: string, depth: number): string => {
    const { leaves, forms } = grammar[name] ?? { leaves: [name], forms: [] };
    const form = pick(depth === 0 || forms.length === 0 ? leaves : forms);
    return form.replaceAll(/<(\w+)>/g, (_, inner: string) => expand(inner, Math.max(0, depth - 1)));
  };
  return { next: () => expand('any', LEVELS) };
}

interface Rule {
  readonly leaves: readonly string[];
  /** May refer to other rules: `<integer>`. */
  readonly forms: readonly string[];
}

const grammar: Readonly<Record<string, Rule>> = {
  any: {
    leaves: ['<integer>', '<half>', '<text>', '<list>', '<truth>'],
    forms: [
      '<integer>',
      '<half>',
      '<text>',
      '<list>',
      '<truth>',
      '(<truth> <logical> <any>)',
      '(<integer> if <truth> else <text>)',
      '<list>[<integer>]',
    ],
  },
  integer: {
    leaves: ['0', '1', '-3', '7', '12', 'numbers[1]', 'numbers[-1]', 'True'],
    forms: [
      '(<integer> <arithmetic> <integer>)',
      '<integer> <sum> <integer> <product> 5',
      'len(<text>)',
      'len(<list>)',
      'min(<integer>, <integer>)',
      'max(<integer>, <integer>)',
      'sum(<integers>)',
      'int(<half>)',
      'round(<half>)',
      '<text>.find(<text>)',
      '<text>.count(<text>)',
      '(<integer> % 5) ** 3',
      '-<integer>',
      'abs(<integer>)',
    ],
  },
  half: {
    leaves: ['0.5', '-2.25', '8.0', 'halves[2]', 'halves[0]'],
    forms: [
      '(<half> <arithmetic> <half>)',
      '(<half> <arithmetic> <integer>)',
      '<integer> / 4',
      'abs(<half>)',
      'float(<integer>)',
      'round(<half>, 1)',
    ],
  },
  text: {
    leaves: ["'a'", '"b c"', "''", 'texts[0]', 'texts[1]', 'texts[-1]', "answer['body']['state']"],
    forms: [
      '(<text> + <text>)',
      '<text> * (<integer> % 4)',
      'str(<any>)',
      '<text>.upper()',
      '<text>.title()',
      '<text>.strip(<text>)',
      '<text>.replace(<text>, <text>)',
      '<text>[<slice>]',
      '<text>.zfill(<integer> % 9)',
      "'-'.join(<text>.split())",
      '(<text> if <any> else <text>)',
    ],
  },
  slice: {
    leaves: ['0', '-1', '1:', ':-1'],
    forms: ['<integer>:', ':<integer>', '::-1', '::2', '<integer>:<integer>', '<integer>'],
  },
  integers: {
    leaves: ['[]', '[1, 2, 3]', 'numbers', 'nested[0]', 'range(4)'],
    forms: [
      '[<integer>, <integer>]',
      'sorted(<integers>)',
      'sorted(<integers>, reverse=<truth>)',
      '<integers>[<integer>:]',
      '<integers>[::-1]',
      '(<integers> + <integers>)',
      'range(<integer> % 6)',
    ],
  },
  list: {
    leaves: ['mixed', 'texts', 'nested', '[]'],
    forms: [
      '<integers>',
      '[<any>, <any>]',
      '<text>.split()',
      "<text>.split('a')",
      '<list> * 2',
      '<list>[::-1]',
    ],
  },
  truth: {
    leaves: ['True', 'False', 'mixed[0]', 'answer.get("error") is None'],
    forms: [
      '<integer> <order> <half>',
      '<integer> <order> <integer> <order> <integer>',
      '<text> <order> <text>',
      '<text> in <text>',
      '<text> not in <list>',
      '<integers> <order> <integers>',
      '<any> == <any>',
      'not <any>',
      'any(<list>)',
      'all(<list>)',
      '<text>.startswith(<text>)',
      '<any> is not None',
    ],
  },
  arithmetic: { leaves: ['+', '-', '*', '//', '%'], forms: [] },
  sum: { leaves: ['+', '-'], forms: [] },
  product: { leaves: ['*', '-', '//'], forms: [] },
  order: { leaves: ['<', '<=', '>', '>=', '==', '!='], forms: [] },
  logical: { leaves: ['and', 'or'], forms: [] },
};

/** Returns a generator of numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
