import type { Desktop } from '@errand/desktop';
import type { ActionNode } from '../document/nodes/node.ts';
import { actionOfNode } from '../document/nodes/action-of-node.ts';
import type { RunState } from './run-state.ts';

/** The screen that this step acts on; undefined when it acts on elements of a page, as some kinds do in every run. */
export function screenOfStep({ desktop }: RunState, node: ActionNode): Desktop | undefined {
  const isSlider = node.interaction_action?.input_text?.is_slider === true;
  return actionOfNode(node).action.place === 'screen' && !isSlider ? desktop : undefined;
}
