import type { Automation } from '../document/automation-schema.ts';
import type { Node } from '../document/nodes/node.ts';
import { parseAutomation } from '../document/parse-automation.ts';

/**
 * Validates a node that is not in the automation yet, as part of it. Throws
 * `InvalidAutomationError`; the paths of its issues begin with `nodes, 0`.
 */
export function parseNode(value: unknown, automation: Automation): Node {
  const { parameters, backend, browser_channel } = automation;
  const around = { url: 'about:blank', parameters, backend, browser_channel };
  const [node] = parseAutomation({ ...around, nodes: [value] }).nodes;
  if (!node) throw new Error('A parsed automation has the nodes that it was given.');
  return node;
}
