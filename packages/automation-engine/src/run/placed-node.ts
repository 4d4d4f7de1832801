import type { Node } from '../document/nodes/node.ts';

/**
 * A node and its path in the automation: `nodes[3]`; inside a loop with its iteration:
 * `nodes[3][0].nodes[1]`.
 */
export interface PlacedNode<Kind extends Node> {
  readonly node: Kind;
  readonly path: string;
}
