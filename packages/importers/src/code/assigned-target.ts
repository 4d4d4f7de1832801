import type { SyntaxNode } from '@lezer/common';

/** Whether a further sign of `a = b = rows` follows. */
export function isAssigned(node: SyntaxNode): boolean {
  let next = node.parent?.name === 'AssignStatement' ? node.nextSibling : null;
  while (next && next.name !== 'AssignOp') next = next.nextSibling;
  return next !== null;
}

/** Returns what stands before an assignment sign, without its type. */
export function targetOf(sign: SyntaxNode): SyntaxNode | null {
  const target = sign.prevSibling;
  const isTyped = target?.name === 'TypeAnnotation' || target?.name === 'TypeDef';
  return isTyped ? target.prevSibling : target;
}
