import type { LoopStatuses } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import { findIterations, type Iterations } from './find-iterations.ts';
import { describeEnd } from './describe-end.ts';
import type { ForLoopNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunList } from './run-list.ts';

/**
 * Finds the iterations in a separate step, then runs the body for each, with the reset nodes in
 * between.
 */
export async function runForLoopNode(
  run: Interpreter,
  placed: PlacedNode<ForLoopNode>,
  runList: RunList,
): Promise<RunFailure | undefined> {
  const { node, path } = placed;
  const found: { iterations: Iterations | undefined } = { iterations: undefined };
  const failure = await run.runStep({ path, kind: node.type }, async () => {
    const iterations = await findIterations(run, placed);
    found.iterations = iterations;
    if (iterations.count > 0) return { outcome: 'done' };
    return { outcome: 'skipped', reason: `${iterations.label} is empty.` };
  });
  if (failure || !found.iterations) return failure;
  return runIterations({ run, ...placed, runList, iterations: found.iterations });
}

type Note = ReturnType<LoopStatuses['begin']>;

interface Loop extends PlacedNode<ForLoopNode> {
  readonly run: Interpreter;
  readonly runList: RunList;
  readonly iterations: Iterations;
}

async function runIterations(loop: Loop): Promise<RunFailure | undefined> {
  const { run, iterations } = loop;
  // Nested loops have their own status lists, which start later.
  const note = run.loopStatuses.begin();
  for (let index = 0; index < iterations.count; index += 1) {
    const ending = await runIteration(loop, index, note);
    if (ending.isLast) {
      skipFrom(index + 1, iterations, note);
      return ending.failure;
    }
  }
  return undefined;
}

interface Ending {
  /** No further iteration starts. */
  readonly isLast: boolean;
  /** The failure of the whole loop. */
  readonly failure?: RunFailure | undefined;
}

async function runIteration(
  { run, node, path, runList, iterations }: Loop,
  index: number,
  note: Note,
): Promise<Ending> {
  const inside = run.inside(iterations.bindingAt(index));
  const failure = await runList(inside, node.nodes, `${path}[${index}].nodes`);
  note({ ...describe(iterations, index), ...describeEnd(failure) });
  if (failure && (node.on_error_in_loop === 'raise' || run.signal.aborted)) {
    return { isLast: true, failure };
  }
  if (failure && node.on_error_in_loop === 'break') return { isLast: true };
  if (index === iterations.count - 1) return { isLast: false };
  // The next iteration would start on a page in an unknown state, so this failure always ends the
  // loop.
  const resetFailure = await runList(inside, node.reset_nodes, `${path}[${index}].reset_nodes`);
  return { isLast: resetFailure !== undefined, failure: resetFailure };
}

function skipFrom(first: number, iterations: Iterations, note: Note): void {
  for (let index = first; index < iterations.count; index += 1) {
    if (!note({ ...describe(iterations, index), status: 'skipped' })) return;
  }
}

function describe({ label, valueAt }: Iterations, index: number) {
  return { variable_name: label, index, value: valueAt(index) };
}
