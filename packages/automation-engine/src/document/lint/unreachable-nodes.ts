import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { Node } from '../nodes/node.ts';
import type { LintRule } from './lint-rule.ts';

/** Nodes after one that always fails, in the same list. */
export const unreachableNodes: LintRule = {
  name: 'unreachable-node',
  *find({ lists }) {
    for (const { nodes, path } of lists) {
      const end = nodes.findIndex((node) => alwaysFails(node));
      const skipped = nodes.length - 1 - end;
      if (end === -1 || skipped === 0) continue;
      const what =
        skipped === 1
          ? 'This node never runs'
          : `This node and the ${skipped - 1} after it never run`;
      yield {
        path: [...path, end + 1],
        message: `${what}: the node before always fails. Put it first, or behind a condition.`,
      };
    }
  },
};

function alwaysFails(node: Node): boolean {
  if (node.type !== 'if_else_node') {
    return findActionOfNode(node)?.action.effects?.alwaysFails === true;
  }
  return [node.if_nodes, node.else_nodes].every((branch) =>
    branch.some((child) => alwaysFails(child)),
  );
}
