import { indexOf } from '../document/entry/find-entry.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunStart } from './run-dependencies.ts';
import { runNode } from './run-nodes.ts';
import type { RunState } from './run-state.ts';

/**
 * Runs the automation's `nodes`, as `runNodes` does, and notes where the run could be continued.
 */
export async function runOwnNodes(
  {
    automation: { nodes },
    checkpoints,
    interpreter,
    steps: { stepRecord },
  }: Pick<RunState, 'automation' | 'checkpoints' | 'interpreter' | 'steps'>,
  start: Pick<RunStart, 'nodePath'> | undefined,
): Promise<RunFailure | undefined> {
  const first = start ? indexOf(start.nodePath) : 0;
  for (const [offset, node] of nodes.slice(first).entries()) {
    const path = `nodes[${first + offset}]`;
    checkpoints.reach(path, node.resumable === true);
    const failure = await runNode(interpreter, { node, path });
    if (failure) {
      checkpoints.stop({ hasActed: stepRecord.hasActed() });
      return failure;
    }
  }
  checkpoints.end();
  return undefined;
}
