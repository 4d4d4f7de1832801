import { ExpressionSyntaxError } from '../expression-errors.ts';
import { childrenOf, type Shape, type SyntaxNode } from './syntax-tree.ts';
import { type Token, tokenize } from './tokenize.ts';

/** Reads the tokens of one expression and builds nodes from them. */
export interface TokenReader {
  readonly peek: () => Token;
  readonly next: () => Token;
  /** Consumes the operator or keyword if it is next. */
  readonly accept: (text: string) => boolean;
  /** Consumes the operator or keyword, or throws `problem`. */
  readonly expect: (text: string, problem: string) => Token;
  readonly errorAt: (token: Pick<Token, 'position'>, problem: string) => ExpressionSyntaxError;
  readonly node: (token: Pick<Token, 'position'>, shape: Shape) => SyntaxNode;
  /** Parses a part of the expression, unless it is nested too deeply. */
  readonly nested: (parse: () => SyntaxNode) => SyntaxNode;
  /** Parses a whole expression inside parentheses, brackets or arguments. */
  readonly parseNested: () => SyntaxNode;
}

const DEEPEST_NESTING = 100;

export function createTokenReader(source: string, parseWhole: () => SyntaxNode): TokenReader {
  const tokens = tokenize(source);
  const end: Token = { kind: 'end', text: '', position: source.length };
  let index = 0;
  let nesting = 0;
  const peek = () => tokens[index] ?? end;
  const next = () => tokens[index++] ?? end;
  const errorAt = ({ position }: Pick<Token, 'position'>, problem: string) =>
    new ExpressionSyntaxError(problem, { source, position });
  const accept = (text: string) => {
    const { kind, text: found } = peek();
    if (found !== text || (kind !== 'operator' && kind !== 'name')) return false;
    index += 1;
    return true;
  };
  const nested = (parse: () => SyntaxNode) => {
    nesting += 1;
    if (nesting > DEEPEST_NESTING) throw errorAt(peek(), tooDeep);
    const node = parse();
    nesting -= 1;
    return node;
  };
  return {
    peek,
    next,
    accept,
    expect(text, problem) {
      const token = peek();
      if (!accept(text)) throw errorAt(token, problem);
      return token;
    },
    errorAt,
    node: (token, shape) => {
      const depth = 1 + Math.max(0, ...childrenOf(shape).map((child) => child.depth));
      if (depth > DEEPEST_NESTING) throw errorAt(token, tooDeep);
      return { ...shape, position: token.position, depth };
    },
    nested,
    parseNested: () => nested(parseWhole),
  };
}

const tooDeep = `It is nested more than ${DEEPEST_NESTING} levels deep: split it into several variables.`;
