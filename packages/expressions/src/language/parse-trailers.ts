import { functionNames } from './functions.ts';
import { methodNames } from './methods.ts';
import type { CallArguments, SyntaxNode } from './syntax-tree.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokenize.ts';

/**
 * Parses what follows a value: `[0]`, `[1:]`, `.key`, `.method()` and the arguments of a function.
 */
export function parseTrailers(reader: TokenReader, start: SyntaxNode): SyntaxNode {
  let node = start;
  for (;;) {
    const token = reader.peek();
    if (reader.accept('[')) node = readSubscript(reader, node, token);
    else if (reader.accept('.')) node = readMember(reader, node);
    else if (reader.accept('(')) node = readCall(reader, node, token);
    else return node;
  }
}

function readSubscript(reader: TokenReader, object: SyntaxNode, token: Token): SyntaxNode {
  const start = readBound(reader);
  if (start && reader.accept(']'))
    return reader.node(token, { kind: 'index', object, index: start });
  const problem = 'A closing ] is missing here, or the : of a slice.';
  reader.expect(':', problem);
  const stop = readBound(reader);
  const step = reader.accept(':') ? readBound(reader) : undefined;
  reader.expect(']', problem);
  return reader.node(token, { kind: 'slice', object, bounds: [start, stop, step] });
}

function readBound(reader: TokenReader): SyntaxNode | undefined {
  const { text, kind } = reader.peek();
  return kind === 'operator' && (text === ':' || text === ']') ? undefined : reader.parseNested();
}

function readMember(reader: TokenReader, object: SyntaxNode): SyntaxNode {
  const token = reader.next();
  if (token.kind !== 'name') throw reader.errorAt(token, 'A name must follow the dot.');
  const { text: name } = token;
  if (!reader.accept('(')) return reader.node(token, { kind: 'member', object, key: name });
  if (!methodNames.includes(name)) {
    const problem = `There is no method ${name}. The methods are ${methodNames.join(', ')}.`;
    throw reader.errorAt(token, problem);
  }
  return reader.node(token, { kind: 'methodCall', object, name, ...readArguments(reader) });
}

function readCall(reader: TokenReader, callee: SyntaxNode, token: Token): SyntaxNode {
  if (callee.kind !== 'name')
    throw reader.errorAt(token, 'Only a function or a method can be called.');
  if (!functionNames.includes(callee.name)) {
    const problem = `There is no function ${callee.name}. The functions are ${functionNames.join(', ')}.`;
    throw reader.errorAt(callee, problem);
  }
  return reader.node(callee, { kind: 'call', name: callee.name, ...readArguments(reader) });
}

function readArguments(reader: TokenReader): CallArguments {
  const positional: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  while (!reader.accept(')')) {
    readArgument(reader, { positional, named });
    if (reader.peek().text !== ')') reader.expect(',', 'A comma or a closing ) is missing here.');
  }
  return { positional, named };
}

function readArgument(
  reader: TokenReader,
  {
    positional,
    named,
  }: { readonly positional: SyntaxNode[]; readonly named: Map<string, SyntaxNode> },
): void {
  const token = reader.peek();
  const value = reader.parseNested();
  if (!reader.accept('=')) {
    if (named.size > 0)
      throw reader.errorAt(token, 'Arguments without a name must come before named ones.');
    positional.push(value);
    return;
  }
  if (value.kind !== 'name') throw reader.errorAt(token, 'Write a named argument as name=value.');
  if (named.has(value.name))
    throw reader.errorAt(token, `The argument ${value.name} appears twice.`);
  named.set(value.name, reader.parseNested());
}
