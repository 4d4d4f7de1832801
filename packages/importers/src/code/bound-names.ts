import type { SyntaxNode } from '@lezer/common';

export type TextOf = (node: Pick<SyntaxNode, 'from' | 'to'>) => string;

/** The names in a text, and words that only look like names. */
export const wordsIn = (text: string): string[] =>
  [...text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].map(([word]) => word);

const bindingWhole = new Set([
  'CapturePattern',
  'DeleteStatement',
  'ImportStatement',
  'VariableDefinition',
]);
const bindingLeft = new Set([
  'AssignStatement',
  'AssignmentExpression',
  'ForInSpec',
  'ForOfSpec',
  'ForStatement',
  'UpdateStatement',
]);
const signs = new Set(['AssignOp', 'Equals', 'UpdateOp', 'in', 'of']);
const named = new Set(['ClassDefinition', 'FunctionDefinition']);
const counted = new Set(['PostfixExpression', 'UnaryExpression']);

/** Returns the names that code binds, apart from parameters. Too many rather than too few. */
export function boundNames(nodes: readonly SyntaxNode[], textOf: TextOf): Set<string> {
  const names = new Set<string>();
  // Without recursion: chains of calls may be long.
  const left = [...nodes];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.name === 'ParamList') continue;
    for (const name of wordsIn(boundBy(node, textOf))) names.add(name);
    for (let child = node.firstChild; child; child = child.nextSibling) left.push(child);
  }
  return names;
}

/** Returns the part of a node that contains the names that it binds. */
export function boundBy(node: SyntaxNode, textOf: TextOf): string {
  if (bindingWhole.has(node.name)) return textOf(node);
  if (bindingLeft.has(node.name)) {
    const sign = lastChild(node, signs);
    return sign ? textOf({ from: node.from, to: sign.from }) : '';
  }
  if (named.has(node.name)) {
    const name = node.getChild('VariableName');
    return name ? textOf(name) : '';
  }
  if (counted.has(node.name)) {
    const text = textOf(node);
    return /^(?:\+\+|--|delete\b)|(?:\+\+|--)$/.test(text) ? text : '';
  }
  const { nextSibling: next, prevSibling: before } = node;
  // As an argument, `a := b` is not a separate expression.
  if (node.name === 'AssignOp' && textOf(node) === ':=') return before ? textOf(before) : '';
  return node.name === 'as' && next ? textOf(next) : '';
}

function lastChild(node: SyntaxNode, names: ReadonlySet<string>): SyntaxNode | undefined {
  for (let child = node.lastChild; child; child = child.prevSibling) {
    if (names.has(child.name)) return child;
  }
  return undefined;
}
