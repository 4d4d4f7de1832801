import type { z } from 'zod';
import type { Node } from './nodes/node.ts';
import { walkNodes } from './nodes/walk-nodes.ts';

interface NodeLists {
  readonly nodes: readonly Node[];
  readonly post_processing_nodes: readonly Node[];
}

/** Rejects `resumable` on nested nodes: it is read only in the two top-level lists. */
export function checkResumable(automation: NodeLists, context: z.core.$RefinementCtx): void {
  for (const { node, path } of walkNodes(automation)) {
    if (path.length === 2 || node.resumable !== true) continue;
    context.addIssue({
      code: 'custom',
      path: [...path, 'resumable'],
      message:
        "A run can only start at a node of the automation's own list: mark the node of nodes, or of post_processing_nodes, that contains this one.",
    });
  }
}
