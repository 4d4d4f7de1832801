import type { Target, TargetElement } from '../../actions/action-context.ts';
import type { ActionNode } from '../../document/nodes/node.ts';
import type { RunState } from '../../run/run-state.ts';

/** What a step does, and to what. */
export interface TargetStep {
  readonly run: RunState;
  readonly node: ActionNode;
  readonly target: Target;
  readonly act: (element: TargetElement) => Promise<void>;
}

/** Time that the element of a step has to become ready. */
export function interactionTimeoutMs({ interaction_action: group }: ActionNode): number {
  return group ? group.max_tries * group.max_timeout_seconds_per_try * 1000 : 0;
}
