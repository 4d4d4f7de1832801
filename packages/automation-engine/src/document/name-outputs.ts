import { findActionOfNode } from './nodes/action-of-node.ts';
import type { Node } from './nodes/node.ts';
import { walkNodes } from './nodes/walk-nodes.ts';
import type { Automation } from './automation-schema.ts';

/**
 * Names the output of every unnamed locator step `node<number>_output`, where nodes are counted
 * from 1 in document order, including containers. Modifies the automation; idempotent.
 */
export function nameOutputs(automation: Automation): void {
  let number = 0;
  for (const { node } of walkNodes(automation)) {
    number += 1;
    nameOutput(node, `node${number}_output`);
  }
}

function nameOutput(node: Node, name: string): void {
  if (node.type === 'assert_locator_node') node.output_variable_name ??= name;
  const found = findActionOfNode(node);
  found?.action.fields?.nameOutput?.(found.params, name);
}
