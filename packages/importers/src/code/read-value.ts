import { decodePythonString, PythonLiteralError } from '@errand/expressions';
import type { SyntaxNode } from '@lezer/common';
import { type Code, type CodeStep, OTHER_ENTRIES, type Statement, toSnakeCase } from './code.ts';
import { bodyOf, functionValues } from './look-inside.ts';
import { readNumberLiteral } from './number-literals.ts';
import { childrenOf, elementsOf } from './read-elements.ts';
import { decodeScriptString, readScriptPattern } from './script-literals.ts';

export interface CodeReader {
  readonly isPython: boolean;
  readonly textOf: (node: Pick<SyntaxNode, 'from' | 'to'>) => string;
  readonly readBlock: (node: SyntaxNode, depth: number) => Statement[];
}

/** Deeper code is not read. */
const DEEPEST = 60;
/** Reads an expression. Never fails: what is not understood becomes `other`. */
export function readValue(node: SyntaxNode, reader: CodeReader, depth = 0): Code {
  const other: Code = { kind: 'other', text: reader.textOf(node).slice(0, 200) };
  if (depth > DEEPEST) return other;
  const read = readers.get(node.name);
  return read?.(node, reader, depth + 1) ?? other;
}

type Read = (node: SyntaxNode, reader: CodeReader, depth: number) => Code | undefined;

const readInner: Read = (node, reader, depth) => {
  const inner = childrenOf(node).find(({ name }) => name !== 'await' && name !== 'LogicOp');
  return inner && readValue(inner, reader, depth);
};

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['AwaitExpression', readInner],
  ['ParenthesizedExpression', readInner],
  ['PostfixExpression', readInner],
  ['String', (node, reader) => readString(reader.textOf(node), reader)],
  ['ContinuedString', readJoined],
  ['FormatString', readTemplate],
  ['TemplateString', readTemplate],
  ['Number', (node, reader) => readNumberLiteral(reader.textOf(node), reader.isPython)],
  ['UnaryExpression', (node, reader) => readNumberLiteral(reader.textOf(node), reader.isPython)],
  ['Boolean', (node, reader) => ({ kind: 'boolean', isTrue: reader.textOf(node) === 'True' })],
  [
    'BooleanLiteral',
    (node, reader) => ({ kind: 'boolean', isTrue: reader.textOf(node) === 'true' }),
  ],
  ['None', () => ({ kind: 'none' })],
  ['null', () => ({ kind: 'none' })],
  ['RegExp', (node, reader) => readScriptPattern(reader.textOf(node))],
  ['ArrayExpression', readList],
  ['TupleExpression', readList],
  ['ObjectExpression', readObject],
  ['DictionaryExpression', readDictionary],
  ['BinaryExpression', readBinary],
  ['VariableName', readChain],
  ['MemberExpression', readChain],
  ['CallExpression', readChain],
  ['ArrowFunction', readFunction],
  ['FunctionExpression', readFunction],
  ['LambdaExpression', readFunction],
]);

function readString(literal: string, { isPython }: CodeReader): Code | undefined {
  if (!isPython) return { kind: 'text', text: decodeScriptString(literal) };
  try {
    return { kind: 'text', text: decodePythonString(literal) };
  } catch (error) {
    if (error instanceof PythonLiteralError) return undefined;
    throw error;
  }
}

function readJoined(node: SyntaxNode, reader: CodeReader, depth: number): Code {
  return joinPieces(childrenOf(node).map((part) => readValue(part, reader, depth)));
}

/** Returns a string if all pieces are strings, otherwise a template. */
function joinPieces(pieces: readonly Code[]): Code {
  const flat = pieces.flatMap((piece) => (piece.kind === 'template' ? piece.pieces : [piece]));
  const isText = flat.every((piece) => piece.kind === 'text');
  return isText
    ? {
        kind: 'text',
        text: flat.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''),
      }
    : { kind: 'template', pieces: flat };
}

/** Reads `` `a${b}` `` and `f"a{b}"`. */
function readTemplate(node: SyntaxNode, reader: CodeReader, depth: number): Code | undefined {
  const whole = reader.textOf(node);
  // The grammar takes the backslash for an escape; in Python, a value follows it.
  if (reader.isPython && whole.replaceAll('\\\\', '').includes('\\{')) {
    return { kind: 'template', pieces: [{ kind: 'other', text: whole }] };
  }
  const open = /^[A-Za-z]*(?:"""|'''|["'`])/.exec(whole)?.[0] ?? '`';
  const quotes = open.replace(/^[A-Za-z]+/, '');
  const prefix = /r/i.test(open) ? 'r' : '';
  const pieces: Code[] = [];
  let from = node.from + open.length;
  const addText = (to: number): boolean => {
    const raw = whole.slice(from - node.from, to - node.from);
    if (raw === '') return true;
    const text = reader.isPython
      ? readString(
          `${prefix}${quotes}${raw.replaceAll('{{', '{').replaceAll('}}', '}')}${quotes}`,
          reader,
        )
      : ({ kind: 'text', text: decodeScriptString(`\`${raw}\``) } as const);
    if (text) pieces.push(text);
    return text !== undefined;
  };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!['Interpolation', 'FormatReplacement'].includes(child.name)) continue;
    if (!addText(child.from)) return undefined;
    pieces.push(readInterpolation(child, reader, depth));
    from = child.to;
  }
  if (!addText(node.to - quotes.length)) return undefined;
  return joinPieces(pieces.length === 0 ? [{ kind: 'text', text: '' }] : pieces);
}

/** What a format such as `:03d`, `!r` or `=` makes of a value is not known. */
function readInterpolation(node: SyntaxNode, reader: CodeReader, depth: number): Code {
  const [inner, format] = childrenOf(node).filter(({ name }) => !name.startsWith('Interpolation'));
  if (format) return { kind: 'other', text: reader.textOf(node) };
  return inner ? readValue(inner, reader, depth) : { kind: 'text', text: '' };
}

function readList(node: SyntaxNode, reader: CodeReader, depth: number): Code | undefined {
  const elements = elementsOf(node)?.map((child): Code =>
    child ? readValue(child, reader, depth) : { kind: 'none' },
  );
  return elements && { kind: 'list', elements };
}

function readObject(node: SyntaxNode, reader: CodeReader, depth: number): Code {
  const entries = new Map<string, Code>();
  for (const property of childrenOf(node)) {
    const [key, value] = childrenOf(property);
    if (property.name !== 'Property' || !key) continue;
    if (key.name === 'Spread' || property.firstChild?.name === '[') {
      entries.set(OTHER_ENTRIES, { kind: 'other', text: reader.textOf(property) });
      continue;
    }
    const name = reader.textOf(key).replaceAll(/^["']|["']$/g, '');
    entries.set(name, value ? readValue(value, reader, depth) : nameOf(name));
  }
  return { kind: 'record', entries };
}

function readDictionary(node: SyntaxNode, reader: CodeReader, depth: number): Code {
  const entries = new Map<string, Code>();
  const children = childrenOf(node);
  for (let at = 0; at + 1 < children.length; at += 2) {
    const [key, value] = children.slice(at, at + 2);
    const read = key && readValue(key, reader, depth);
    const isEntry = read?.kind === 'text' && value;
    if (isEntry) entries.set(read.text, readValue(value, reader, depth));
    else entries.set(OTHER_ENTRIES, { kind: 'other', text: reader.textOf(node) });
  }
  return { kind: 'record', entries };
}

/** Joins strings; casts keep their value. */
function readBinary(node: SyntaxNode, reader: CodeReader, depth: number): Code | undefined {
  const [left, operator, right] = childrenOf(node);
  if (!left || !operator || !right) return undefined;
  const sign = reader.textOf(operator);
  if (sign === 'as' || sign === 'satisfies') return readValue(left, reader, depth);
  if (sign !== '+') return undefined;
  const pieces = [left, right].map((side) => readValue(side, reader, depth));
  return pieces.some(({ kind }) => kind === 'text' || kind === 'template')
    ? joinPieces(pieces)
    : undefined;
}

const nameOf = (head: string): Code => ({ kind: 'chain', head, steps: [] });

/** Reads from the outside in, without recursion: chains may be long. */
function readChain(node: SyntaxNode, reader: CodeReader, depth: number): Code | undefined {
  const found: CodeStep[][] = [];
  for (let at: SyntaxNode = node; ;) {
    if (at.name === 'VariableName' || at.name === 'this' || at.name === 'self') {
      return toChainOrPattern(reader.textOf(at), found.toReversed().flat());
    }
    if (functionValues.has(at.name)) {
      const value = readFunction(at, reader, depth);
      return found.length > 0 ? { ...value, isCalled: true } : value;
    }
    if (['AwaitExpression', 'ParenthesizedExpression', 'PostfixExpression'].includes(at.name)) {
      const inner = childrenOf(at).find(({ name }) => name !== 'await' && name !== 'LogicOp');
      if (!inner) return undefined;
      at = inner;
      continue;
    }
    const list = at.name === 'CallExpression' ? at.getChild('ArgList') : null;
    const callee: SyntaxNode | null = list ? at.firstChild : at;
    if (!callee) return undefined;
    const call = list ? readArguments(list, reader, depth) : { options: new Map<string, Code>() };
    if (callee.name === 'MemberExpression') {
      const member = readMember(callee, reader, depth);
      if (!member || !callee.firstChild) return undefined;
      found.push(member(call));
      at = callee.firstChild;
      continue;
    }
    if (!list) return undefined;
    found.push([{ name: '', ...call }]);
    at = callee;
  }
}

type CallParts = Omit<CodeStep, 'name'>;

function readMember(
  member: SyntaxNode,
  reader: CodeReader,
  depth: number,
): ((call: CallParts) => CodeStep[]) | undefined {
  const property = member.getChild('PropertyName');
  if (property) {
    const name = reader.textOf(property);
    return (call) => [{ name: reader.isPython ? name : toSnakeCase(name), ...call }];
  }
  const subscript = { name: '[]', values: [readIndex(member, reader, depth)], options: new Map() };
  return (call) => (call.values ? [subscript, { name: '', ...call }] : [subscript]);
}

/** A slice such as `row[0:2]` is not an index. */
function readIndex(member: SyntaxNode, reader: CodeReader, depth: number): Code {
  const open = member.getChild('[');
  const inside = open ? { from: open.from, to: member.to } : member;
  const index = open?.nextSibling;
  return index?.nextSibling?.name === ']'
    ? readValue(index, reader, depth)
    : { kind: 'other', text: reader.textOf(inside) };
}

/** The last record of JavaScript's arguments holds the options. */
function readArguments(list: SyntaxNode, reader: CodeReader, depth: number): CallParts {
  const values: Code[] = [];
  const options = new Map<string, Code>();
  const nodes = childrenOf(list);
  for (let at = 0; at < nodes.length; at += 1) {
    const [node, operator, value] = nodes.slice(at, at + 3);
    if (!node) continue;
    if (operator?.name === 'AssignOp' && value) {
      options.set(reader.textOf(node), readValue(value, reader, depth));
      at += 2;
    } else {
      if (node.name === '**' && operator) {
        options.set(OTHER_ENTRIES, { kind: 'other', text: reader.textOf(operator).slice(0, 200) });
      }
      values.push(readValue(node, reader, depth));
    }
  }
  const last = values.at(-1);
  if (!reader.isPython && last?.kind === 'record') {
    for (const [name, value] of last.entries) options.set(toSnakeCase(name), value);
  }
  return { values, options };
}

/** `re.compile("x", re.IGNORECASE)` is a pattern. */
function toChainOrPattern(head: string, steps: readonly CodeStep[]): Code {
  const [step, ...others] = steps;
  const [pattern, flags] = step?.values ?? [];
  const isPattern = head === 're' && step?.name === 'compile' && others.length === 0;
  if (!isPattern || pattern?.kind !== 'text') return { kind: 'chain', head, steps };
  const given = flags ?? step.options.get('flags');
  return { kind: 'pattern', source: pattern.text, flags: flagsOf(given) };
}

function flagsOf(code: Code | undefined): string[] {
  const text =
    code?.kind === 'chain' ? (code.steps[0]?.name ?? '') : code?.kind === 'other' ? code.text : '';
  return [...text.matchAll(/(?:re\.)?(?<flag>[A-Z]+)/g)].map(
    ({ groups }) => groups?.['flag'] ?? '',
  );
}

function readFunction(
  node: SyntaxNode,
  reader: CodeReader,
  depth: number,
): Code & { kind: 'function' } {
  const parameters = node.getChild('ParamList');
  const names = parameters
    ? [...reader.textOf(parameters).matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name)
    : [];
  const body = bodyOf(node);
  return {
    kind: 'function',
    parameters: names,
    body: body ? reader.readBlock(body, depth) : [],
  };
}
