import type { ArithmeticOperator } from './syntax-tree.ts';

/** Precedence of operators, from loose to tight. */
export const levels = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  sign: 7,
  power: 8,
};

export const comparisonLevel = levels.comparison;

interface Arithmetic {
  readonly operator: ArithmeticOperator;
  readonly level: number;
  /** Lowest precedence of a right operand without parentheses. */
  readonly rightLevel: number;
}

export const arithmeticOperators: ReadonlyMap<string, Arithmetic> = new Map([
  ...leftToRight(['+', '-'], levels.sum),
  ...leftToRight(['*', '/', '//', '%'], levels.product),
  // As in Python, 2 ** -1 and 2 ** 3 ** 2 need no parentheses, and -2 ** 2 is -4.
  ['**', { operator: '**', level: levels.power, rightLevel: levels.sign }],
]);

export const logicalOperators: ReadonlyMap<
  string,
  { readonly operator: 'and' | 'or'; readonly level: number }
> = new Map([
  ['and', { operator: 'and', level: levels.and }],
  ['or', { operator: 'or', level: levels.or }],
]);

function leftToRight(operators: readonly ArithmeticOperator[], level: number) {
  return operators.map((operator): [string, Arithmetic] => [
    operator,
    { operator, level, rightLevel: level + 1 },
  ]);
}
