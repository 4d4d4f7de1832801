import { repetitionOf } from '../../actions/define-action.ts';
import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { Node } from '../nodes/node.ts';
import { childLists } from '../nodes/walk-nodes.ts';

/** How a run failed. */
export interface FailedNode {
  /** Path of its last node, as in step reports. */
  readonly nodePath: string;
  readonly errorClass: string;
  /** Whether that node, or an agent that searched for its element, may have acted on the page. */
  readonly hasActed: boolean;
}

/** A node that may have had an effect, so that running it again could repeat the effect. */
export interface UnsafeNode {
  readonly path: string;
  readonly kind: string;
  readonly hasFailed: boolean;
}

/** Errors about finding the element of a step. A step's second act may also fail with them. */
const elementErrors: ReadonlySet<string> = new Set([
  'locator_not_found',
  'locator_ambiguous',
  'element_not_found',
  'not_actionable',
]);

/** Returns the first unsafe node: the given one, or one inside it. */
export function findUnsafeNode(
  node: Node,
  path: string,
  failed: FailedNode | undefined,
): UnsafeNode | undefined {
  const hasFailed = failed?.nodePath === path;
  const found = findActionOfNode(node);
  if (found) {
    const { action, params } = found;
    if (repetitionOf(action, params) === 'harmless') return undefined;
    const findsFirst = action.target !== undefined && !action.target.actsBeforeFound;
    const isOfElement = hasFailed && findsFirst && elementErrors.has(failed.errorClass);
    const mayHaveActed = !isOfElement || failed.hasActed;
    return mayHaveActed ? { path, kind: action.kind, hasFailed } : undefined;
  }
  if (node.type === 'private_node') return { path, kind: `private_node`, hasFailed };
  for (const [field, children] of childLists(node)) {
    for (const [index, child] of children.entries()) {
      const unsafe = findUnsafeNode(child, `${path}.${field}[${index}]`, failed);
      if (unsafe) return unsafe;
    }
  }
  return undefined;
}
