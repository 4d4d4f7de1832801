import { ExpressionSyntaxError } from '../expression-errors.ts';
import { arithmeticOperators, comparisonLevel, levels, logicalOperators } from './operators.ts';
import { parseAtom } from './parse-atom.ts';
import { parseTrailers } from './parse-trailers.ts';
import type { ComparisonLink, ComparisonOperator, SyntaxNode } from './syntax-tree.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';

/** A parsed expression. Immutable; may be evaluated repeatedly. */
export interface Expression {
  readonly source: string;
  readonly root: SyntaxNode;
}

const LONGEST_SOURCE = 10_000;

/**
 * Parses an expression of the closed, Python-like language. Throws `ExpressionSyntaxError` with the
 * position of the problem.
 */
export function parseExpression(source: string): Expression {
  if (source.trim() === '') {
    throw new ExpressionSyntaxError('It is blank.', { source: '', position: 0 });
  }
  if (source.length > LONGEST_SOURCE) {
    throw new ExpressionSyntaxError(
      `It has ${source.length} characters, but at most ${LONGEST_SOURCE} are allowed.`,
      { source: source.slice(0, 80), position: 0 },
    );
  }
  const reader: TokenReader = createTokenReader(source, () => parseConditional(reader));
  const root = reader.parseNested();
  const rest = reader.peek();
  if (rest.kind !== 'end') throw reader.errorAt(rest, explainRest(rest.text));
  return { source, root };
}

function explainRest(text: string): string {
  if (text === '=') return 'Assignments are not supported. To compare, write ==.';
  if (text === ',') return 'Tuples are not supported: write a list, such as [a, b].';
  if (text === 'for')
    return 'Comprehensions are not supported. To go through a list, use a for_loop_node.';
  return `The expression should end before ${JSON.stringify(text.slice(0, 40))}, or an operator is missing.`;
}

/** Parses `a if condition else b`, or anything that binds tighter. */
function parseConditional(reader: TokenReader): SyntaxNode {
  const whenTrue = parseOperators(reader, levels.or);
  const keyword = reader.peek();
  if (!reader.accept('if')) return whenTrue;
  const condition = parseOperators(reader, levels.or);
  reader.expect('else', 'Write a conditional expression as: a if condition else b.');
  const whenFalse = reader.parseNested();
  return reader.node(keyword, { kind: 'conditional', condition, whenTrue, whenFalse });
}

/** Parses operators that bind at least as tightly as `level`. */
function parseOperators(reader: TokenReader, level: number): SyntaxNode {
  let left = parsePrefix(reader, level);
  for (;;) {
    const next = parseOperator(reader, left, level);
    if (!next) return left;
    left = next;
  }
}

function parsePrefix(reader: TokenReader, level: number): SyntaxNode {
  const token = reader.peek();
  if (level <= levels.not && reader.accept('not')) {
    return reader.node(token, { kind: 'not', operand: parseOperand(reader, levels.not) });
  }
  if (reader.accept('-') || reader.accept('+')) {
    const operand = parseOperand(reader, levels.sign);
    return reader.node(token, { kind: 'sign', isNegative: token.text === '-', operand });
  }
  return parseTrailers(reader, parseAtom(reader));
}

function parseOperand(reader: TokenReader, level: number): SyntaxNode {
  return reader.nested(() => parseOperators(reader, level));
}

function parseOperator(
  reader: TokenReader,
  left: SyntaxNode,
  level: number,
): SyntaxNode | undefined {
  const token = reader.peek();
  if (token.kind !== 'operator' && token.kind !== 'name') return undefined;
  const arithmetic = arithmeticOperators.get(token.text);
  if (arithmetic && arithmetic.level >= level) {
    reader.next();
    const right = parseOperand(reader, arithmetic.rightLevel);
    return reader.node(token, { kind: 'arithmetic', operator: arithmetic.operator, left, right });
  }
  if (comparisonLevel >= level && startsComparison(reader)) return parseComparison(reader, left);
  const logical = logicalOperators.get(token.text);
  if (!logical || logical.level < level) return undefined;
  reader.next();
  return reader.node(token, {
    kind: 'logical',
    operator: logical.operator,
    left,
    right: parseOperand(reader, logical.level + 1),
  });
}

function startsComparison(reader: TokenReader): boolean {
  const { text } = reader.peek();
  return symbols.has(text) || text === 'in' || text === 'is' || text === 'not';
}

const symbols: ReadonlyMap<string, ComparisonOperator> = new Map(
  (['==', '!=', '<', '<=', '>', '>='] as const).map((symbol) => [symbol, symbol]),
);

/** Parses `a < b <= c` as one node, because each operand is evaluated once. */
function parseComparison(reader: TokenReader, first: SyntaxNode): SyntaxNode {
  const token = reader.peek();
  const links: ComparisonLink[] = [];
  while (startsComparison(reader)) {
    const operator = readComparison(reader);
    links.push({ operator, operand: parseOperand(reader, comparisonLevel + 1) });
  }
  return reader.node(token, { kind: 'comparison', first, links });
}

function readComparison(reader: TokenReader): ComparisonOperator {
  const { text } = reader.next();
  const symbol = symbols.get(text);
  if (symbol) return symbol;
  if (text === 'in') return 'in';
  if (text === 'is') return reader.accept('not') ? 'is not' : 'is';
  reader.expect('in', '"in" must follow "not" here.');
  return 'not in';
}
