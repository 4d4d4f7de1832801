import type { RunFailure } from '../reports/run-events.ts';
import type { RunState } from './run-state.ts';
import type { Node } from '../document/nodes/node.ts';

/** Runs the nodes of a list; containers get it as an argument, because it runs containers too. */
export type RunList = (
  run: RunState,
  nodes: readonly Node[],
  listPath: string,
) => Promise<RunFailure | undefined>;

/** A node, and where it stands in the automation: `nodes[3]`; below a loop with its iteration: `nodes[3][0].nodes[1]`. */
export interface PlacedNode<Kind extends Node> {
  readonly node: Kind;
  readonly path: string;
}
