import type { Automation } from '../document/automation-schema.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { findIterations } from '../run/find-iterations.ts';
import type { Interpreter } from '../run/interpreter.ts';
import { runNode } from '../run/run-nodes.ts';
import type { WantedNode } from './engine-session.ts';
import type { LiveRun } from './live-run.ts';
import {
  followPath,
  isInside,
  nextOf,
  NodePathError,
  type PathStep,
  topOf,
} from '../document/node-path.ts';
import { parseNode } from './parse-node.ts';

/** Stands for the path of a node that has none. */
const OWN_PATH = 'node';

/** Runs one node, as `EngineSession.runNode` describes. */
export async function runWanted(
  live: LiveRun,
  automation: Automation,
  { node: given, path }: WantedNode,
): Promise<RunFailure | undefined> {
  const { interpreter } = live.state;
  if (given !== undefined) {
    const node = parseNode(given, automation);
    const steps = path === undefined ? [] : followPath(automation, path);
    const inside = await enterLoops(interpreter, steps);
    return runNode(inside, { node, path: path ?? OWN_PATH });
  }
  if (path === undefined) throw new NodePathError('', 'is missing, and no node is given');
  if (path === live.program.position) {
    return live.program.advance((next) => !isInside(next, path));
  }
  const steps = followPath(automation, path);
  const inside = await enterLoops(interpreter, steps);
  const [node] = steps.slice(-1).map((step) => step.node);
  if (!node) return undefined;
  const failure = await runNode(inside, { node, path });
  if (topOf(path) === path) live.jump(failure ? path : nextOf(path));
  return failure;
}

/** Makes a top-level node of the automation the position, unless it already is. */
export function jumpTo(live: LiveRun, automation: Automation, path: string): void {
  if (path === live.program.position) return;
  followPath(automation, path);
  if (topOf(path) !== path) {
    throw new NodePathError(path, `is inside another node: continue from ${topOf(path)}`);
  }
  live.jump(path);
}

/** Returns the interpreter for the place of a node, with the placeholders of its loops. */
async function enterLoops(
  interpreter: Interpreter,
  steps: readonly PathStep[],
): Promise<Interpreter> {
  let inside = interpreter;
  for (const { node, path, iteration } of steps) {
    if (iteration === undefined) continue;
    if (node.type === 'while_loop_node') {
      inside = inside.inside({ indexName: node.index_variable_name, index: iteration });
    }
    if (node.type !== 'for_loop_node') continue;
    const { count, bindingAt, label } = await findIterations(inside, { node, path });
    if (iteration >= count) {
      const problem = `has no such iteration: ${label} has ${count} now`;
      throw new NodePathError(`${path}[${iteration}]`, problem);
    }
    inside = inside.inside(bindingAt(iteration));
  }
  return inside;
}
