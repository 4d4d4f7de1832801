import type { SyntaxNode } from '@lezer/common';

/** Whether another `=` follows, as in `a = b = rows`. */
export function isAssigned(node: SyntaxNode): boolean {
  let next = node.parent?.name === 'AssignStatement' ? node.nextSibling : null;
  while (next && next.name !== 'AssignOp') next = next.nextSibling;
  return next !== null;
}

/** Returns the target before an `=`, without its type. */
export function targetOf(sign: SyntaxNode): SyntaxNode | null {
  const target = sign.prevSibling;
  const isTyped = target?.name === 'TypeAnnotation' || target?.name === 'TypeDef';
  return isTyped ? target.prevSibling : target;
}
