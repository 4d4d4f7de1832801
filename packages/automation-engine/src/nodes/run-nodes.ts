import { NotImplementedError } from '../errors.ts';
import type { RunFailure } from '../run-events.ts';
import type { RunState } from '../run-state.ts';
import type { Node } from './node.ts';
import { runActionNode } from './run-action-node.ts';
import { runStep } from './run-step.ts';

/** Runs nodes in order until one fails, and answers that failure. Rejects only when the run is aborted. */
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
  return runStep(run, { path, kind: node.type }, () =>
    Promise.reject(new NotImplementedError(node.type)),
  );
}
