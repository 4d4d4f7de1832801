import type { LoopBinding } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import type { ActionNode, PrivateNode } from '../document/nodes/node.ts';
import type { PageRun } from '../page/page-run.ts';
import type { LoopStatuses } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunStep } from './run-step.ts';

/**
 * What the nodes at one place of the automation need from a run. The bindings are those of the
 * place: outside loops, or in one iteration of them.
 */
export interface Interpreter extends PageRun {
  /** Generated variables by name. */
  readonly variables: Record<string, JsonValue>;
  readonly loopStatuses: LoopStatuses;
  readonly logger: RunDependencies['logger'];
  readonly runStep: RunStep;
  readonly runAction: (placed: PlacedNode<ActionNode>) => Promise<RunFailure | undefined>;
  readonly runPrivate: (placed: PlacedNode<PrivateNode>) => Promise<RunFailure | undefined>;
  /** Returns the interpreter for one iteration of a loop at this place. */
  readonly inside: (binding: LoopBinding) => Interpreter;
}
