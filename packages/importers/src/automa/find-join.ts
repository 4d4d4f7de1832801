import type { AutomaWorkflow } from './read-workflow.ts';

/** Maximum blocks to compare; the branches that people build join soon. */
const MOST_CANDIDATES = 100;

interface Branches {
  readonly workflow: AutomaWorkflow;
  /** Where the branches begin. Undefined: the workflow ends with this branch. */
  readonly starts: readonly (string | undefined)[];
  /** Blocks at which an enclosing branch continues. */
  readonly stops: ReadonlySet<string>;
}

/** Returns the first block that every path through every branch leads to. */
export function findJoin({ workflow, starts, stops }: Branches): string | undefined {
  const [first] = starts;
  if (first === undefined || starts.includes(undefined)) return undefined;
  let left = MOST_CANDIDATES;
  for (const join of reachable(workflow, first, stops)) {
    if (starts.every((start) => alwaysReaches(start, { workflow, join, seen: new Set() }))) {
      return join;
    }
    left -= 1;
    if (left === 0) return undefined;
  }
  return undefined;
}

/** Returns whether two branches have a block in common before they join. */
export function shareBlocks({ workflow, starts, stops }: Branches): boolean {
  const seen = new Set<string>();
  return starts.some((start) => {
    const blocks = start === undefined ? [] : [...reachable(workflow, start, stops)];
    const own = blocks.filter((id) => !stops.has(id));
    const isShared = own.some((id) => seen.has(id));
    for (const id of own) seen.add(id);
    return isShared;
  });
}

/** Yields the blocks that a block leads to: itself first, then the others, nearest first. */
export function* reachable(
  workflow: AutomaWorkflow,
  start: string,
  stops: ReadonlySet<string>,
): Generator<string> {
  const found = new Set([start]);
  // Iterating over a set also yields what is added during the iteration.
  for (const id of found) {
    yield id;
    if (stops.has(id)) continue;
    for (const next of nextOf(workflow, id)) if (next !== undefined) found.add(next);
  }
}

interface Search {
  readonly workflow: AutomaWorkflow;
  readonly join: string;
  readonly seen: Set<string>;
}

/** A path back to a block that was already visited does not count. */
export function alwaysReaches(id: string | undefined, search: Search): boolean {
  const waiting = [id];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === undefined) return false;
    if (next === search.join || search.seen.has(next)) continue;
    search.seen.add(next);
    waiting.push(...nextOf(search.workflow, next));
  }
  return true;
}

/** Returns the blocks at the outputs of a block. Undefined: the workflow ends there. */
export function nextOf(workflow: AutomaWorkflow, id: string): readonly (string | undefined)[] {
  const outputs = outputsOf(workflow, id);
  return outputs.map((output) => workflow.next(id, output));
}

function outputsOf(workflow: AutomaWorkflow, id: string): readonly string[] {
  const label = workflow.blocks.get(id)?.label ?? '';
  const known = workflow.outputs(id);
  if (label === 'while-loop') return [...new Set([...known, '1', 'fallback'])];
  const isBranching = label === 'conditions' || label === 'element-exists';
  return [...new Set([...known, isBranching ? 'fallback' : '1'])];
}
