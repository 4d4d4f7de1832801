import type { SyntaxNode } from '@lezer/common';
import { boundBy, type TextOf, wordsIn } from './bound-names.ts';
import type { Keeps } from './call-arguments.ts';
import { changedParts } from './changed-parts.ts';
import type { Changes } from './code.ts';

/** Code whose parts are not read as statements, or not known to run. */
const opaque = new Set([
  'ArrowFunction',
  'ConditionalExpression',
  'FunctionExpression',
  'LambdaExpression',
]);

interface Reading {
  readonly textOf: TextOf;
  readonly keeps: Keeps;
  /** Whether the nodes are program code. */
  readonly isBlock?: boolean;
}

/** Returns too many names rather than too few. */
export function changesIn(nodes: readonly SyntaxNode[], { isBlock, ...script }: Reading): Changes {
  const binds = new Set<string>();
  let isOpaque = isBlock === true;
  // Without recursion: chains of calls may be long.
  const left = [...nodes];
  for (let node = left.pop(); node; node = left.pop()) {
    // Parameters are names of their function only.
    if (node.name === 'ParamList') continue;
    for (const name of wordsIn(boundBy(node, script.textOf))) binds.add(name);
    isOpaque ||= opaque.has(node.name);
    for (let child = node.firstChild; child; child = child.nextSibling) left.push(child);
  }
  return { binds: [...binds], mentions: isOpaque ? changedParts(nodes, script) : [] };
}
