import type { SyntaxNode } from '@lezer/common';

const punctuation = new Set([
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '.',
  '?.',
  'Comment',
  'LineComment',
  'BlockComment',
  ';',
]);

export const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!punctuation.has(child.name)) children.push(child);
  }
  return children;
};

const brackets = new Set(['(', ')', '[', ']']);
const comments = new Set(['Comment', 'LineComment', 'BlockComment']);
export const spreads: ReadonlySet<string> = new Set(['Spread', '*', '**']);

/**
 * Returns what stands between the commas of a list or a pattern; undefined for a hole, as in
 * `[, page1]`. Undefined as a whole if another list is spread in it: positions are unknown then.
 */
export function elementsOf(node: SyntaxNode): (SyntaxNode | undefined)[] | undefined {
  const elements: (SyntaxNode | undefined)[] = [];
  let current: SyntaxNode | undefined;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (spreads.has(child.name)) return undefined;
    if (child.name === ',') {
      elements.push(current);
      current = undefined;
    } else if (!brackets.has(child.name) && !comments.has(child.name)) current = child;
  }
  return current ? [...elements, current] : elements;
}
