import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code.ts';
import type { Reading } from './read-assignment.ts';
import { childrenOf } from './read-elements.ts';
import { type CodeReader, readValue } from './read-value.ts';

/** Returns what a Python `with` statement opens, and the names it gives to that. */
export function readResources(node: SyntaxNode, reader: CodeReader, depth: number) {
  const resources: { value: Code; name?: string }[] = [];
  for (let child = node.firstChild?.nextSibling; child; child = child.nextSibling) {
    if (child.name === 'Body') break;
    const last = resources.at(-1);
    if (child.name === 'as' && last && child.nextSibling) {
      last.name = reader.textOf(child.nextSibling);
      child = child.nextSibling;
    } else if (!['with', ',', '(', ')', 'async'].includes(child.name)) {
      resources.push({ value: readValue(child, reader, depth) });
    }
  }
  return resources;
}

/** Reads a Python `assert` statement. */
export function readAssert(
  children: readonly SyntaxNode[],
  reader: CodeReader,
  depth: number,
): Reading {
  const condition = children.find(({ name }) => name !== 'assert');
  if (!condition) return { kind: 'declaration' };
  const sides = childrenOf(condition);
  const operators = sides.filter(({ name }) => ['CompareOp', 'in', 'not'].includes(name));
  const [left, right] = sides.filter((side) => !operators.includes(side));
  if (condition.name !== 'BinaryExpression' || operators.length === 0 || !left || !right) {
    return { kind: 'assert', left: readValue(condition, reader, depth), operator: '' };
  }
  return {
    kind: 'assert',
    left: readValue(left, reader, depth),
    operator: operators.map((operator) => reader.textOf(operator)).join(' '),
    right: readValue(right, reader, depth),
  };
}
