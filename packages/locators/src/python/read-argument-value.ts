import { decodePythonString, parseTemplate, PythonLiteralError } from '@errand/expressions';
import type { SyntaxNode } from '@lezer/common';
import type { ArgumentValue } from './command-tree.ts';
import { type CommandReader, readPlaceholder } from './command-reader.ts';

const ALLOWED_VALUES =
  'a string, a whole number, True, False, None, re.compile("..."), a placeholder such as {name[0]}, or a locator';

/**
 * Parses one argument. Throws `LocatorSyntaxError` at the position of anything that is not a plain
 * value.
 */
export function readArgumentValue(node: SyntaxNode, reader: CommandReader): ArgumentValue {
  switch (node.name) {
    case 'String':
    case 'ContinuedString':
    case 'FormatString':
      return { kind: 'text', template: parseTemplate(readString(node, reader)) };
    case 'Number':
    case 'UnaryExpression':
      return { kind: 'integer', integer: readInteger(node, reader) };
    case 'Boolean':
      return { kind: 'boolean', isTrue: reader.textOf(node) === 'True' };
    case 'None':
      return { kind: 'none' };
    case 'SetExpression':
    case 'DictionaryExpression':
      return readBarePlaceholder(node, reader);
    case 'CallExpression':
      return isCompile(node, reader)
        ? readPattern(node, reader)
        : { kind: 'chain', chain: reader.readChain(node) };
    case 'MemberExpression':
      return { kind: 'chain', chain: reader.readChain(node) };
    default:
      throw reader.errorAt(node, `An argument must be ${ALLOWED_VALUES}.`);
  }
}

function readString(node: SyntaxNode, reader: CommandReader): string {
  if (node.name === 'ContinuedString') {
    const parts: string[] = [];
    for (let part = node.firstChild; part; part = part.nextSibling) {
      parts.push(readString(part, reader));
    }
    return parts.join('');
  }
  try {
    return decodePythonString(reader.textOf(node));
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    throw reader.errorAt(node, error.message, { cause: error });
  }
}

function readInteger(node: SyntaxNode, reader: CommandReader): number {
  const text = reader.textOf(node).replaceAll(/[\s_]/g, '');
  if (!/^[-+]?\d{1,9}$/.test(text)) {
    throw reader.errorAt(node, `${reader.textOf(node)} is not a whole number.`);
  }
  return Number(text);
}

function readBarePlaceholder(node: SyntaxNode, reader: CommandReader): ArgumentValue {
  const placeholder = readPlaceholder(node, reader);
  if (placeholder?.kind === 'loop-locator') {
    return { kind: 'chain', chain: { ...reader.spanOf(node), head: placeholder, steps: [] } };
  }
  if (placeholder) return { kind: 'placeholder', placeholder };
  throw reader.errorAt(
    node,
    `${reader.textOf(node)} is not a placeholder: write one as {name[0]}.`,
  );
}

function isCompile(node: SyntaxNode, reader: CommandReader): boolean {
  const callee = node.firstChild;
  return callee !== null && /^re\s*\.\s*compile$/.test(reader.textOf(callee));
}

function readPattern(call: SyntaxNode, reader: CommandReader): ArgumentValue {
  const nodes: SyntaxNode[] = [];
  for (let node = call.getChild('ArgList')?.firstChild; node; node = node.nextSibling) {
    if (!['(', ')', ',', 'Comment'].includes(node.name)) nodes.push(node);
  }
  const [pattern, ...rest] = nodes;
  if (!pattern || !['String', 'ContinuedString'].includes(pattern.name)) {
    throw reader.errorAt(pattern ?? call, 're.compile takes a string and flags.');
  }
  return {
    kind: 'pattern',
    template: parseTemplate(readString(pattern, reader)),
    flagNames: readFlags(rest, call, reader),
  };
}

/** Parses a missing argument, `re.I | re.S`, or `flags=re.I | re.S`. */
function readFlags(
  nodes: readonly SyntaxNode[],
  call: SyntaxNode,
  reader: CommandReader,
): string[] {
  const [first] = nodes;
  if (!first) return [];
  const isNamed = reader.textOf(first) === 'flags' && nodes[1]?.name === 'AssignOp';
  const [value, ...others] = isNamed ? nodes.slice(2) : nodes;
  const names = value
    ? reader
        .textOf(value)
        .split('|')
        .map((flag) => /^\s*re\s*\.\s*(?<name>[A-Z]+)\s*$/.exec(flag)?.groups?.['name'])
    : [];
  const known = names.filter((name) => name !== undefined);
  if (others.length > 0 || known.length === 0 || known.length < names.length) {
    throw reader.errorAt(value ?? call, 'Write flags as re.IGNORECASE | re.DOTALL.');
  }
  return known;
}
