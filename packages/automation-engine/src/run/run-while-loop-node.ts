import { evaluateCondition, parseExpression } from '@errand/expressions';
import { IterationLimitError } from './run-errors.ts';
import type { LoopStatuses } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import type { PageRun } from '../page/page-run.ts';
import { judgeExpectation } from '../page/elements/judge-expectation.ts';
import { describeEnd } from './describe-end.ts';
import type { WhileLoopNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunList } from './run-list.ts';

/**
 * Checks the condition in a separate step before each iteration; the check before the first
 * iteration is optional.
 */
export async function runWhileLoopNode(
  run: Interpreter,
  placed: PlacedNode<WhileLoopNode>,
  runList: RunList,
): Promise<RunFailure | undefined> {
  const { node } = placed;
  // Nested loops have their own status lists, which start later.
  const note = run.loopStatuses.begin();
  for (let index = 0; ; index += 1) {
    const inside = run.inside({ indexName: node.index_variable_name, index });
    const iteration = { run: inside, ...placed, runList, note, index };
    if (index > 0 || !node.is_checked_after) {
      const { isLast, failure } = await checkCondition(iteration);
      if (isLast) return failure;
    }
    const { isLast, failure } = await runBody(iteration);
    if (isLast) return failure;
  }
}

interface Iteration extends PlacedNode<WhileLoopNode> {
  /** With the placeholders of the iteration bound. */
  readonly run: Interpreter;
  readonly runList: RunList;
  readonly note: ReturnType<LoopStatuses['begin']>;
  readonly index: number;
}

interface Ending {
  readonly isLast: boolean;
  /** The failure of the whole loop. */
  readonly failure?: RunFailure | undefined;
}

async function checkCondition({ run, node, path, index }: Iteration): Promise<Ending> {
  const decision = { holds: false };
  const step = { path: `${path}[${index}]`, kind: node.type };
  const failure = await run.runStep(step, async () => {
    decision.holds = await holds(run, node);
    if (!decision.holds) return { outcome: 'skipped', reason: 'The condition is not true.' };
    if (index >= node.max_iterations) {
      throw new IterationLimitError(describeCondition(node), node.max_iterations);
    }
    return { outcome: 'done' };
  });
  return { isLast: failure !== undefined || !decision.holds, failure };
}

async function holds(run: PageRun, { condition, expectation }: WhileLoopNode): Promise<boolean> {
  if (condition !== undefined) return evaluateCondition(parseExpression(condition), run.bindings);
  if (!expectation) throw new Error('A parsed while loop has a condition or an expectation.');
  return (await judgeExpectation(run, expectation)).isMet;
}

async function runBody({ run, node, path, runList, note, index }: Iteration): Promise<Ending> {
  const failure = await runList(run, node.nodes, `${path}[${index}].nodes`);
  note({ variable_name: describeCondition(node), index, value: null, ...describeEnd(failure) });
  if (!failure) return { isLast: false };
  if (node.on_error_in_loop === 'raise' || run.signal.aborted) return { isLast: true, failure };
  return { isLast: node.on_error_in_loop === 'break' };
}

/** The condition as its author wrote it. */
function describeCondition({ condition, expectation }: WhileLoopNode): string {
  if (condition !== undefined) return condition;
  const { command, assertion, is_negated: isNegated } = expectation ?? {};
  return [command ?? 'page', ...(isNegated ? ['not'] : []), assertion].join(' ');
}
