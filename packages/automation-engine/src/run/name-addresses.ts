import type { Automation } from '../document/automation-schema.ts';
import { walkNodes } from '../document/nodes/walk-nodes.ts';

/**
 * Addresses named by an automation, with their placeholders: the start page and those that its
 * steps open.
 */
export function nameAddresses(automation: Automation): readonly string[] {
  const visited = [...walkNodes(automation)].flatMap(({ node }) =>
    node.type === 'action_node' ? (node.interaction_action?.go_to_url?.url ?? []) : [],
  );
  return [automation.url, ...visited];
}
