import type { Placeholder } from '../placeholder.ts';
import type { Expression } from './parse-expression.ts';
import { childrenOf, type SyntaxNode } from './syntax-tree.ts';

/** A value that an expression reads. */
export type Reference =
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder }
  /** A name without braces; `index` is set if a whole number in brackets follows. */
  | {
      readonly kind: 'name';
      readonly name: string;
      readonly index: number | undefined;
    };

/**
 * Finds what an expression reads without evaluating it, so that reads can be checked before values
 * exist.
 */
export function findReferences({ root }: Expression): readonly Reference[] {
  const found: Reference[] = [];
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const references = referencesAt(node);
    if (references) found.push(...references);
    else pending.push(...childrenOf(node));
  }
  return found;
}

/** Returns undefined for a node that only contains others. */
function referencesAt(node: SyntaxNode): readonly Reference[] | undefined {
  if (node.kind === 'placeholder') {
    return [{ kind: 'placeholder', placeholder: node.placeholder }];
  }
  if (node.kind === 'text') {
    return node.template.segments
      .filter((segment) => segment.kind === 'placeholder')
      .map(({ placeholder }) => ({ kind: 'placeholder', placeholder }));
  }
  if (node.kind === 'name') return [{ kind: 'name', name: node.name, index: undefined }];
  if (node.kind !== 'index' || node.object.kind !== 'name') return undefined;
  const index = wholeNumber(node.index);
  if (index === undefined) return undefined;
  return [{ kind: 'name', name: node.object.name, index }];
}

function wholeNumber(node: SyntaxNode): number | undefined {
  if (node.kind === 'sign') {
    const inner = wholeNumber(node.operand);
    return inner === undefined || !node.isNegative ? inner : -inner;
  }
  if (node.kind !== 'constant' || typeof node.value !== 'bigint') return undefined;
  return Number(node.value);
}
