import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import type { Node } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunList } from './run-list.ts';
import { runAssertLocatorNode } from './run-assert-locator-node.ts';
import { runForLoopNode } from './run-for-loop-node.ts';
import { runIfElseNode } from './run-if-else-node.ts';
import { runWhileLoopNode } from './run-while-loop-node.ts';

/**
 * Runs nodes in order until one fails, and returns that failure. Rejects only when the run is
 * aborted.
 */
export async function runNodes(
  run: Interpreter,
  nodes: readonly Node[],
  listPath: string,
): Promise<RunFailure | undefined> {
  for (const [index, node] of nodes.entries()) {
    const failure = await runNode(run, { node, path: `${listPath}[${index}]` });
    if (failure) return failure;
  }
  return undefined;
}

/** Runs one node; `runList` runs the nodes inside it. Otherwise like `runNodes`. */
export function runNode(
  run: Interpreter,
  { node, path }: PlacedNode<Node>,
  runList: RunList = runNodes,
): Promise<RunFailure | undefined> {
  if (node.type === 'action_node') return run.runAction({ node, path });
  if (node.type === 'if_else_node') return runIfElseNode(run, { node, path }, runList);
  if (node.type === 'for_loop_node') return runForLoopNode(run, { node, path }, runList);
  if (node.type === 'while_loop_node') return runWhileLoopNode(run, { node, path }, runList);
  if (node.type === 'assert_locator_node') return runAssertLocatorNode(run, { node, path });
  return run.runPrivate({ node, path });
}
