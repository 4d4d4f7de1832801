import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from './interpreter.ts';
import type { Node } from '../document/nodes/node.ts';

/**
 * Runs the nodes of a list. Passed to containers as an argument, because it also runs containers.
 */
export type RunList = (
  run: Interpreter,
  nodes: readonly Node[],
  listPath: string,
) => Promise<RunFailure | undefined>;
