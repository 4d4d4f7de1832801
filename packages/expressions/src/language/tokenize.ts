import { ExpressionSyntaxError } from '../expression-errors.ts';
import { findPlaceholders, type Placeholder } from '../placeholder.ts';

export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'operator' | 'placeholder' | 'end';
  readonly text: string;
  readonly position: number;
  readonly placeholder?: Placeholder;
}

const longQuotes = String.raw`"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''`;
const shortQuotes = String.raw`"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'`;
const digits = String.raw`\d(?:_?\d)*`;
const exponent = `(?:[eE][+-]?${digits})?`;
const tokenPattern = new RegExp(
  [
    String.raw`(?<space>(?:\s|\\\r?\n|#.*)+)`,
    `(?<string>[A-Za-z]{0,2}(?:${longQuotes}|${shortQuotes}))`,
    String.raw`(?<number>0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:${digits}\.?(?:${digits})?|\.${digits})${exponent})`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<operator>\*\*|//|==|!=|<=|>=|[-+*/%<>()[\]{},.:=])`,
  ].join('|'),
  'uy',
);

/**
 * Splits an expression into tokens; the last one is always the end. Throws `ExpressionSyntaxError`.
 */
export function tokenize(source: string): readonly Token[] {
  const placeholders = new Map(
    findPlaceholders(source).map(({ start, placeholder }) => [start, placeholder]),
  );
  const tokens: Token[] = [];
  let position = 0;
  while (position < source.length) {
    const placeholder = placeholders.get(position);
    const token = placeholder
      ? { kind: 'placeholder' as const, text: placeholder.source, position, placeholder }
      : readToken(source, position);
    if (token.kind !== 'space') tokens.push({ ...token, kind: token.kind });
    position += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', position: source.length }];
}

const kinds = ['space', 'string', 'number', 'name', 'operator'] as const;

function readToken(source: string, position: number) {
  tokenPattern.lastIndex = position;
  const groups = tokenPattern.exec(source)?.groups ?? {};
  for (const kind of kinds) {
    const text = groups[kind];
    if (text !== undefined) return { kind, text, position };
  }
  throw new ExpressionSyntaxError(complain(source, position), { source, position });
}

function complain(source: string, position: number): string {
  const character = source.slice(position, position + 1);
  if (character === '"' || character === "'") return 'This text has no closing quote.';
  if ('&|^~@!'.includes(character)) {
    return `${character} is not an operator here: use and, or, not, and comparisons.`;
  }
  if (character === '?') return 'Write a conditional expression as: a if condition else b.';
  return `${JSON.stringify(character)} is not part of the expression language.`;
}
