import type { Desktop } from '@errand/desktop';
import type { TargetStep } from '../capabilities/by-model/target-step.ts';
import { actionOfNode } from '../document/nodes/action-of-node.ts';
import type { ActionNode } from '../document/nodes/node.ts';

type Described = Omit<TargetStep, 'act' | 'isInLoop' | 'run' | 'target'>;

/** How a node acts on its target. `screen`: the screen that the run's steps act on, if any. */
export function describeTargetStep(node: ActionNode, screen: Desktop | undefined): Described {
  const { action, params } = actionOfNode(node);
  const { interaction_action: group, localized_axtree_string: recordedTree } = node;
  const isOnScreen = action.place === 'screen' && action.target?.isOnPage?.(params) !== true;
  return {
    kind: action.kind,
    desktop: isOnScreen ? screen : undefined,
    timeoutMs: group ? group.max_tries * group.max_timeout_seconds_per_try * 1000 : 0,
    isVerified: group?.verify_before_step !== false,
    recordedTree,
  };
}
