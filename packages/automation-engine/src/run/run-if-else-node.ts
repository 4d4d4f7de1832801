import { evaluateCondition, parseExpression } from '@errand/expressions';
import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import type { IfElseNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunList } from './run-list.ts';

/** Evaluates the condition once, in a separate step, then runs the selected branch. */
export async function runIfElseNode(
  run: Interpreter,
  { node, path }: PlacedNode<IfElseNode>,
  runList: RunList,
): Promise<RunFailure | undefined> {
  const chosen: { branch: 'if_nodes' | 'else_nodes' } = { branch: 'else_nodes' };
  const failure = await run.runStep({ path, kind: node.type }, async () => {
    const holds = evaluateCondition(parseExpression(node.condition), run.bindings);
    if (holds) chosen.branch = 'if_nodes';
    return { outcome: 'done' };
  });
  return failure ?? runList(run, node[chosen.branch], `${path}.${chosen.branch}`);
}
