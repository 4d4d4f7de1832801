import type { SyntaxNode } from '@lezer/common';
import type { TextOf } from './bound-names.ts';

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

/** Returns the statements of a script, and those of its `if __name__ == "__main__":`. */
export const statementsOf = (script: SyntaxNode, textOf: TextOf): SyntaxNode[] =>
  childrenOf(script).flatMap((node) => {
    const [, condition, body, ...others] = childrenOf(node);
    const isStart =
      node.name === 'IfStatement' &&
      others.length === 0 &&
      condition !== undefined &&
      /^__name__\s*==\s*(["'])__main__\1$/.test(textOf(condition));
    return isStart && body ? childrenOf(body) : [node];
  });

const brackets = new Set(['(', ')', '[', ']']);
const comments = new Set(['Comment', 'LineComment', 'BlockComment']);
export const spreads: ReadonlySet<string> = new Set(['Spread', '*', '**']);

/**
 * Returns what is between the commas of a list or a pattern; undefined for a hole, as in
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
