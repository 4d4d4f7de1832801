import type { Automation } from '../document/automation-schema.ts';
import { findActionOfNode } from '../document/nodes/action-of-node.ts';
import { walkNodes } from '../document/nodes/walk-nodes.ts';

/**
 * Addresses named by an automation, with their placeholders: the start page and those that its
 * steps open.
 */
export function nameAddresses(automation: Automation): readonly string[] {
  const visited = [...walkNodes(automation)].flatMap(({ node }) => {
    const found = findActionOfNode(node);
    return found?.action.effects?.openedAddress?.(found.params) ?? [];
  });
  return [automation.url, ...visited];
}
