import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import type { Node } from '../document/nodes/node.ts';
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
    const failure = await runNode(run, node, `${listPath}[${index}]`);
    if (failure) return failure;
  }
  return undefined;
}

function runNode(run: Interpreter, node: Node, path: string): Promise<RunFailure | undefined> {
  if (node.type === 'action_node') return run.runAction({ node, path });
  if (node.type === 'if_else_node') return runIfElseNode(run, { node, path }, runNodes);
  if (node.type === 'for_loop_node') return runForLoopNode(run, { node, path }, runNodes);
  if (node.type === 'while_loop_node') return runWhileLoopNode(run, { node, path }, runNodes);
  if (node.type === 'assert_locator_node') return runAssertLocatorNode(run, { node, path });
  return run.runPrivate({ node, path });
}
