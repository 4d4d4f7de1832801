import type { RunFailure } from '../reports/run-events.ts';
import type { RunState } from './run-state.ts';
import type { Node } from '../document/nodes/node.ts';
import { runActionNode } from './run-action-node.ts';
import { runAssertLocatorNode } from './run-assert-locator-node.ts';
import { runForLoopNode } from './run-for-loop-node.ts';
import { runIfElseNode } from './run-if-else-node.ts';
import { runPrivateNode } from './run-private-node.ts';
import { runWhileLoopNode } from './run-while-loop-node.ts';

/**
 * Runs nodes in order until one fails, and returns that failure. Rejects only when the run is
 * aborted.
 */
export async function runNodes(
  run: RunState,
  nodes: readonly Node[],
  listPath: string,
): Promise<RunFailure | undefined> {
  for (const [index, node] of nodes.entries()) {
    const failure = await runNode(run, node, `${listPath}[${index}]`);
    if (failure) return failure;
  }
  return undefined;
}

function runNode(run: RunState, node: Node, path: string): Promise<RunFailure | undefined> {
  if (node.type === 'action_node') return runActionNode(run, node, path);
  if (node.type === 'if_else_node') return runIfElseNode(run, { node, path }, runNodes);
  if (node.type === 'for_loop_node') return runForLoopNode(run, { node, path }, runNodes);
  if (node.type === 'while_loop_node') return runWhileLoopNode(run, { node, path }, runNodes);
  if (node.type === 'assert_locator_node') return runAssertLocatorNode(run, { node, path });
  return runPrivateNode(run, { node, path });
}
