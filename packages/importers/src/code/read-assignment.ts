import type { SyntaxNode } from '@lezer/common';
import { wordsIn } from './bound-names.ts';
import type { Calls } from './call-arguments.ts';
import { changesIn } from './changes.ts';
import type { Code, Statement } from './code.ts';
import { blocks, bodyOf, functionValues } from './look-inside.ts';
import { elementsOf } from './read-elements.ts';
import { type CodeReader, readValue } from './read-value.ts';

interface AssignmentReader extends CodeReader {
  readonly calls: Calls;
}

/** What is known about a statement before its position is known. */
export type Reading = Statement extends infer One
  ? One extends Statement
    ? Omit<One, 'line' | 'text'>
    : never
  : never;

/** Reads an assignment. A function that is assigned to a name becomes a function of that name. */
export function readAssignment(
  children: readonly SyntaxNode[],
  reader: AssignmentReader,
  depth: number,
): Reading {
  // In Python, several values may follow several signs.
  const sign = reader.isPython ? children.findLastIndex(isSign) : children.findIndex(isSign);
  const [right, ...others] = children.slice(sign + 1, reader.isPython ? undefined : sign + 2);
  if (sign === -1 || !right) return { kind: 'declaration' };
  const left = children.slice(0, sign).filter(({ name }) => !besideNames.has(name));
  const targets = left.filter((node) => !isSign(node));
  const read = (node: SyntaxNode): Code => readValue(node, reader, depth);
  const value: Code =
    others.length > 0 ? { kind: 'list', elements: [right, ...others].map(read) } : read(right);
  const isUpdate = children[sign]?.name === 'UpdateOp';
  const named = namesOf(targets, { reader, isRepeated: left.some(isSign) });
  const [name, ...otherNames] = named.names;
  if (name !== undefined && otherNames.length === 0 && !named.unpacks && others.length === 0) {
    const own = toFunction(name, right, value);
    if (own) return own;
  }
  return {
    kind: 'assignment',
    value: isUpdate ? { kind: 'other', text: reader.textOf(right) } : value,
    ...named,
    ...changesIn(children.slice(sign + 1), reader),
  };
}

/**
 * Returns undefined if the node is not a function, or one that only computes a value, such as `row
 * => row.name`.
 */
export function toFunction(name: string, node: SyntaxNode, value: Code): Reading | undefined {
  if (!functionValues.has(node.name) || value.kind !== 'function') return undefined;
  const isBlock = blocks.has(bodyOf(node)?.name ?? '');
  return isBlock || value.body.some(({ isStep }) => isStep) ? { ...value, name } : undefined;
}

const signs = new Set(['AssignOp', 'Equals', 'UpdateOp']);
const isSign = ({ name }: SyntaxNode): boolean => signs.has(name);
const besideNames = new Set(['const', 'let', 'var', 'TypeAnnotation', 'TypeDef']);
const sequences = new Set(['ArrayExpression', 'ArrayPattern', 'TupleExpression']);

const simpleTargets = new Set(['MemberExpression', 'VariableDefinition', 'VariableName']);

/** `a = b = x` gives both names the value; `a, b = x` and `[a, b] = x` give each a part of it. */
function namesOf(
  targets: readonly SyntaxNode[],
  { reader, isRepeated }: { reader: AssignmentReader; isRepeated: boolean },
): Pick<Statement & { kind: 'assignment' }, 'names' | 'unpacks'> {
  const [only] = targets;
  if (targets.length === 1 && only?.name === 'ObjectPattern') {
    const text = reader.textOf(only);
    const isRead = /^\{[\w$\s,]*\}$/.test(text);
    return { names: wordsIn(text), unpacks: isRead ? 'members' : 'other' };
  }
  const isSequence = targets.length === 1 && only && sequences.has(only.name);
  const parts = isSequence ? elementsOf(only) : targets;
  if (!parts?.every((node) => !node || simpleTargets.has(node.name))) {
    return { names: targets.flatMap((node) => wordsIn(reader.textOf(node))), unpacks: 'other' };
  }
  const names = parts.map((node) => (node ? targetName(node, reader) : ''));
  const unpacks = isSequence || (targets.length > 1 && !isRepeated);
  return { names, ...(unpacks && { unpacks: 'elements' }) };
}

/** `creds['pin']` is `creds[]`: a change to part of `creds`. */
const targetName = (node: SyntaxNode, { textOf }: AssignmentReader): string =>
  textOf(node).replace(/\[[^]*/, '[]');
