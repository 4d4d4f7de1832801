import type { SyntaxNode } from '@lezer/common';
import { boundNames, type TextOf } from './bound-names.ts';
import type { Calls } from './call-arguments.ts';
import { changedParts } from './changed-parts.ts';
import type { Changes } from './code.ts';

/** Code whose parts are not read as values, or may not run. */
const opaque = new Set([
  '*',
  '**',
  'ArrayComprehensionExpression',
  'ArrowFunction',
  'AssignmentExpression',
  'BinaryExpression',
  'Block',
  'ClassBody',
  'ComprehensionExpression',
  'ConditionalExpression',
  'DictionaryComprehensionExpression',
  'DynamicImport',
  'FormatSpec',
  'FunctionExpression',
  'LambdaExpression',
  'NamedExpression',
  'NewExpression',
  'PropertyDeclaration',
  'SequenceExpression',
  'SetComprehensionExpression',
  'SetExpression',
  'Spread',
  'TaggedTemplateExpression',
  'UnaryExpression',
  'YieldExpression',
]);
/** Parts of subscripts with slices, and computed names of records. */
const opaqueIn: ReadonlyMap<string, string> = new Map([
  [':', 'MemberExpression'],
  ['[', 'Property'],
]);

interface Reading {
  readonly textOf: TextOf;
  readonly calls: Calls;
  /** Whether the nodes are program code. */
  readonly isBlock?: boolean;
}

/** Returns too many names rather than too few. */
export function changesIn(nodes: readonly SyntaxNode[], { isBlock, ...script }: Reading): Changes {
  const binds = [...boundNames(nodes, script.textOf)];
  const changes = isBlock === true || isOpaque(nodes);
  return { binds, mentions: changes ? changedParts(nodes, script) : [] };
}

function isOpaque(nodes: readonly SyntaxNode[]): boolean {
  const left = [...nodes];
  for (let node = left.pop(); node; node = left.pop()) {
    if (opaque.has(node.name) || opaqueIn.get(node.name) === node.parent?.name) return true;
    for (let child = node.firstChild; child; child = child.nextSibling) left.push(child);
  }
  return false;
}
