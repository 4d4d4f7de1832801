import type { Expression } from './parse-expression.ts';
import { childrenOf, type SyntaxNode } from './syntax-tree.ts';

/**
 * Finds the names, without an index, that an expression compares by `==` or `!=` with a single
 * value: a text, a number, True, False or None. The value of a name is a list, which equals none of
 * them.
 */
export function findListComparisons({ root }: Expression): readonly string[] {
  const found = new Set<string>();
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'comparison') {
      for (const name of namesIn(node)) found.add(name);
    }
    pending.push(...childrenOf(node));
  }
  return [...found];
}

function* namesIn({ first, links }: SyntaxNode<'comparison'>): Generator<string> {
  let left = first;
  for (const { operator, operand: right } of links) {
    const isEquality = operator === '==' || operator === '!=';
    const name = nameOf(left) ?? nameOf(right);
    if (isEquality && name !== undefined && (isSingle(left) || isSingle(right))) yield name;
    left = right;
  }
}

/** In an expression, `{name}` equals `name`. */
function nameOf(node: SyntaxNode): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'placeholder' || node.placeholder.kind !== 'loop-index') return undefined;
  return node.placeholder.indexName;
}

function isSingle(node: SyntaxNode): boolean {
  if (node.kind === 'sign') return isSingle(node.operand);
  return node.kind === 'text' || node.kind === 'constant';
}
