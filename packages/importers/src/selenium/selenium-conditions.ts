import type { NodeDocument } from '../draft/mapping.ts';
import { evaluateInPage, readScript } from './selenium-scripts.ts';
import { bindVariables, type SeleniumState } from './selenium-state.ts';
import type { ValueKind } from './stored-values.ts';

interface Condition {
  readonly condition: string;
  readonly before: NodeDocument[];
  readonly why?: string;
}

/**
 * Translates a JavaScript condition into an Errand condition. If its meaning could change, it is
 * evaluated in the page instead.
 */
export function readCondition(source: string, state: SeleniumState): Condition {
  const plain = translate(source, state);
  const isAccepted =
    plain !== undefined &&
    state.draft.accepts({ type: 'if_else_node', condition: plain.condition, if_nodes: [] });
  if (isAccepted) return { ...plain, before: [] };
  const name = state.draft.names.fresh('condition');
  const script = readScript(source, state);
  const before = [evaluateInPage(script, (text) => `Boolean(${text})`, name)];
  return { condition: `${name}[0]`, before, why: 'Its condition is evaluated in the page.' };
}

/** Strings without escapes and braces mean the same in JavaScript and in Errand. */
const TOKEN =
  /\s*(?:(?<text>"[^"\\{}]*"|'[^'\\{}]*')|(?<quoted>"\$\{[^{}"']*\}"|'\$\{[^{}"']*\}')|(?<variable>\$\{[^{}"']*\})|(?<number>-?\d+(?:\.\d+)?(?![\w.]))|(?<word>true|false)\b|(?<comparison>[!=]==?|[<>]=?)|(?<logic>&&|\|\||[!()]))\s*/y;

type TokenKind = 'comparison' | 'logic' | 'number' | 'quoted' | 'text' | 'variable' | 'word';

interface Token {
  readonly kind: TokenKind;
  readonly source: string;
}

/** Undefined if the source has anything else. */
function readTokens(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < source.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const groups = Object.entries(pattern.exec(source)?.groups ?? {});
    const [kind, text] = groups.find(([, found]) => found !== undefined) ?? [];
    if (kind === undefined || text === undefined) return undefined;
    tokens.push({ kind: kind as TokenKind, source: text });
  }
  return tokens;
}

const logic: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or' };

/** Comparisons of known types, joined by `&&`, `||`, `!` and parentheses. */
function translate(source: string, state: SeleniumState): Omit<Condition, 'before'> | undefined {
  const tokens = readTokens(source) ?? [];
  const parts: string[] = [];
  const reasons = new Set<string>();
  let isOperand = true;
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, operator, right] = tokens.slice(at, at + 3);
    if (!token) return undefined;
    if (!isOperand) {
      const word = token.source === ')' ? ')' : logic[token.source];
      if (word === undefined) return undefined;
      parts.push(word);
      isOperand = word !== ')';
    } else if (token.kind === 'word') {
      parts.push(token.source === 'true' ? 'True' : 'False');
      isOperand = false;
    } else if (token.source === '(' || token.source === '!') {
      // JavaScript negates only the value next to it, not a comparison.
      if (token.source === '!' && operator?.source !== '(') return undefined;
      parts.push(token.source === '!' ? 'not' : '(');
    } else {
      const comparison = operator && right && compare({ left: token, operator, right }, state);
      if (!comparison) return undefined;
      parts.push(comparison.condition);
      if (comparison.why !== undefined) reasons.add(comparison.why);
      isOperand = false;
      at += 2;
    }
  }
  if (isOperand) return undefined;
  const why = [...reasons].join(' ');
  return { condition: parts.join(' '), ...(why !== '' && { why }) };
}

interface Comparison {
  readonly left: Token;
  readonly operator: Token;
  readonly right: Token;
}

interface Operand {
  readonly kind: ValueKind | 'literal';
  readonly text: string;
  readonly name?: string;
}

function compare(
  { left, operator, right }: Comparison,
  state: SeleniumState,
): Omit<Condition, 'before'> | undefined {
  if (operator.kind !== 'comparison') return undefined;
  const sides = [readOperand(left, state), readOperand(right, state)] as const;
  const [one, other] = sides;
  if (!one || !other) return undefined;
  const isStrict = operator.source.length === 3;
  const sign = isStrict ? operator.source.slice(0, 2) : operator.source;
  const kinds = new Set(sides.map(({ kind } = { kind: 'any', text: '' }) => kind));
  const isNumber = kinds.has('literal') || kinds.has('number');
  const isText = kinds.has('text') || kinds.has('numeric');
  if (kinds.has('any') || (isNumber && isText && isStrict)) return undefined;
  if (isNumber && isText) return compareNumbers(one, sign, other);
  // The order of texts is that of UTF-16 in JavaScript.
  if (isText && !/^[!=]=$/.test(sign)) return undefined;
  return { condition: `${one.text} ${sign} ${other.text}` };
}

/** JavaScript converts the text to a number. */
function compareNumbers(
  one: Operand,
  sign: string,
  other: Operand,
): Omit<Condition, 'before'> | undefined {
  if (one.name === undefined && one.kind !== 'literal') return undefined;
  if (other.name === undefined && other.kind !== 'literal') return undefined;
  const texts = [one, other].filter(({ kind }) => kind === 'text');
  const [first, last] = [one, other].map(({ kind, text }) =>
    kind === 'text' || kind === 'numeric' ? `float(${text})` : text,
  );
  const condition = `${first} ${sign} ${last}`;
  if (texts.length === 0) return { condition };
  return { condition, why: `The value of \${${texts[0]?.name}} has to be a number.` };
}

/** A string that contains only a variable is the text of that variable. */
function readOperand({ kind, source }: Token, state: SeleniumState): Operand | undefined {
  if (kind === 'text') return { kind: 'text', text: source };
  if (kind === 'number') return { kind: 'literal', text: source };
  if (kind !== 'quoted' && kind !== 'variable') return undefined;
  const reference = kind === 'quoted' ? source.slice(1, -1) : source;
  const name = reference.slice(2, -1);
  const text = bindVariables(reference, state);
  if (text === reference || name === 'nbsp') return undefined;
  const stored = state.unknown.has(text) ? 'text' : state.stored.kindOf(name);
  if (kind === 'variable') return { kind: stored, text, name };
  if (stored === 'any') return undefined;
  return { kind: stored === 'text' ? 'text' : 'numeric', text: `str(${text})`, name };
}
