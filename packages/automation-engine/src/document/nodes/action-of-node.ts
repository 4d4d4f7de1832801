import { findAction } from '../../actions/action-registry.ts';
import type { Action, ActionGroup } from '../../actions/define-action.ts';
import type { ActionNode } from './action-node.ts';
import { kindsOf } from './sub-actions.ts';

export interface ActionOfNode {
  readonly action: Action;
  /** For `action.execute`. */
  readonly params: unknown;
}

const groups = ['interaction', 'extraction', 'assertion', 'misc'] as const;

/** The single action of a parsed node. */
export function actionOfNode(node: ActionNode): ActionOfNode {
  const found = findActionOfNode(node);
  if (!found) throw new Error('A parsed action node holds exactly one action; this one has none.');
  return found;
}

/** Like `actionOfNode` for a node that may be invalid: undefined if it has no action. */
export function findActionOfNode(node: ActionNode): ActionOfNode | undefined {
  for (const group of groups) {
    const found = findGiven(group, node[`${group}_action`] ?? {});
    if (found) return found;
  }
  return findGiven('node', node);
}

function findGiven(group: ActionGroup, holder: object): ActionOfNode | undefined {
  const kinds = kindsOf(group);
  const given = Object.entries(holder).find(
    ([kind, params]) => params !== undefined && kinds.includes(kind),
  );
  return given && { action: findAction(group, given[0]), params: given[1] };
}
