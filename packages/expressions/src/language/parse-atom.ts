import { decodePythonString, PythonLiteralError } from '../python-string.ts';
import { parseTemplate } from '../template.ts';
import { pythonKeywords } from './python-keywords.ts';
import type { SyntaxNode } from './syntax-tree.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokenize.ts';
import { Float } from './value.ts';

const constants = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const spelling = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

/** Parses a literal, a name, a placeholder, a list, or an expression in parentheses. */
export function parseAtom(reader: TokenReader): SyntaxNode {
  const token = reader.next();
  return atoms[token.kind](token, reader);
}

const atoms: {
  readonly [Kind in Token['kind']]: (token: Token, reader: TokenReader) => SyntaxNode;
} = {
  number: (token, reader) =>
    reader.node(token, { kind: 'constant', value: readNumber(token, reader) }),
  string: readText,
  name: readName,
  placeholder: readPlaceholder,
  operator: readBrackets,
  end: (token, reader) => {
    throw reader.errorAt(token, 'A value is missing at the end.');
  },
};

function readNumber(token: Token, reader: TokenReader): bigint | Float {
  const text = token.text.replaceAll('_', '');
  if (/^0[xob]/i.test(text)) return BigInt(text.toLowerCase());
  if (!/^\d+$/.test(text)) return new Float(Number(text));
  if (/^0+[1-9]/.test(text)) {
    throw reader.errorAt(token, 'Remove the zeros in front of this number.');
  }
  return BigInt(text);
}

/** Concatenates adjacent literals, as in Python. */
function readText(token: Token, reader: TokenReader): SyntaxNode {
  let text = decode(token, reader);
  while (reader.peek().kind === 'string') text += decode(reader.next(), reader);
  return reader.node(token, { kind: 'text', template: parseTemplate(text) });
}

function decode(token: Token, reader: TokenReader): string {
  try {
    return decodePythonString(token.text);
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    throw reader.errorAt(token, error.message);
  }
}

function readName(token: Token, reader: TokenReader): SyntaxNode {
  const { text } = token;
  const constant = constants.get(text);
  if (constant !== undefined) return reader.node(token, { kind: 'constant', value: constant });
  if (text === 'lambda') throw reader.errorAt(token, 'Lambda functions are not supported.');
  if (pythonKeywords.has(text)) throw reader.errorAt(token, `A value is missing before "${text}".`);
  const proper = spelling.get(text);
  if (proper) throw reader.errorAt(token, `Write ${proper} instead of ${text}.`);
  return reader.node(token, { kind: 'name', name: text });
}

function readPlaceholder(token: Token, reader: TokenReader): SyntaxNode {
  const { placeholder } = token;
  if (!placeholder || placeholder.kind === 'loop-locator') {
    throw reader.errorAt(
      token,
      `${token.text} stands for an element, not for a value. Extract its value in an earlier step.`,
    );
  }
  return reader.node(token, { kind: 'placeholder', placeholder });
}

function readBrackets(token: Token, reader: TokenReader): SyntaxNode {
  switch (token.text) {
    case '(':
      return readParentheses(token, reader);
    case '[':
      return reader.node(token, { kind: 'list', elements: readElements(reader) });
    case '{':
      return readBraces(token, reader);
    case '=':
      throw reader.errorAt(
        token,
        '=== and !== are not operators, and assignments are not supported. To compare, write == or !=.',
      );
    default:
      throw reader.errorAt(token, `A value is missing before "${token.text}".`);
  }
}

function readParentheses(token: Token, reader: TokenReader): SyntaxNode {
  if (reader.accept(')')) throw reader.errorAt(token, 'A value is missing in these parentheses.');
  const inner = reader.parseNested();
  if (reader.peek().text === ',') {
    throw reader.errorAt(reader.peek(), 'Tuples are not supported: write a list, such as [a, b].');
  }
  reader.expect(')', 'A closing ) is missing here.');
  return inner;
}

function readElements(reader: TokenReader): SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  while (!reader.accept(']')) {
    elements.push(reader.parseNested());
    if (reader.peek().text === 'for') {
      throw reader.errorAt(
        reader.peek(),
        'Comprehensions are not supported. To go through a list, use a for_loop_node.',
      );
    }
    if (reader.peek().text !== ']') reader.expect(',', 'A comma or a closing ] is missing here.');
  }
  return elements;
}

const paths = new Set(['name', 'index', 'member']);

/** Parses braces; around a name and its path they are optional: `{answer['status']}`. */
function readBraces(token: Token, reader: TokenReader): SyntaxNode {
  const onlyPlaceholders =
    'Braces may contain only a placeholder, such as {name[0]}. Sets and dicts are not supported.';
  if (reader.accept('}')) throw reader.errorAt(token, onlyPlaceholders);
  const inner = reader.parseNested();
  if (!paths.has(inner.kind)) throw reader.errorAt(token, onlyPlaceholders);
  reader.expect('}', onlyPlaceholders);
  return inner;
}
