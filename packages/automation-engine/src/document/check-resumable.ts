import type { z } from 'zod';
import type { Node } from './nodes/node.ts';
import { walkNodes } from './nodes/walk-nodes.ts';

interface NodeLists {
  readonly nodes: readonly Node[];
  readonly post_processing_nodes: readonly Node[];
}

/** Rejects `resumable` where no run can start. */
export function checkResumable(automation: NodeLists, context: z.core.$RefinementCtx): void {
  for (const { node, path } of walkNodes(automation)) {
    const isOwn = path.length === 2 && path[0] === 'nodes';
    if (isOwn || node.resumable !== true) continue;
    context.addIssue({
      code: 'custom',
      path: [...path, 'resumable'],
      message:
        "A run can only start at a node of the automation's own list: mark the node of nodes that contains this one, or none for post_processing_nodes, which run after every attempt.",
    });
  }
}
