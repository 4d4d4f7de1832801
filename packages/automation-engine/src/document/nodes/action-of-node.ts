import { actionKinds } from '../../actions/action-registry.ts';
import type { Action, ActionGroup, ParsedParams } from '../../actions/define-action.ts';

export interface ActionOfNode {
  readonly action: Action;
  readonly params: ParsedParams;
  /** Path from the node: `['interaction_action', 'click_element']`. */
  readonly path: readonly string[];
}

const groups = ['interaction', 'extraction', 'assertion', 'misc', 'node'] as const;
const actionsByGroup: Readonly<Partial<Record<ActionGroup, readonly Action[]>>> = Object.groupBy(
  actionKinds,
  ({ group }) => group,
);

/** The single action of a parsed action node. */
export function actionOfNode(node: { readonly type: 'action_node' }): ActionOfNode {
  const found = findActionOfNode(node);
  if (!found) throw new Error('A parsed action node holds exactly one action; this one has none.');
  return found;
}

/**
 * Like `actionOfNode` for any node: undefined if it has no action, because it is of another type or
 * invalid.
 */
export function findActionOfNode(node: { readonly type: string }): ActionOfNode | undefined {
  if (node.type !== 'action_node') return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...node };
  for (const group of groups) {
    const holder = group === 'node' ? fields : fields[`${group}_action`];
    const found = holder ? findActionIn(group, holder) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The first action in a group, which holds exactly one if it is valid. */
export function findActionIn(group: ActionGroup, holder: object): ActionOfNode | undefined {
  return findActionsIn(group, holder)[0];
}

/** The actions that a parsed group contains, in the order of the registry. */
export function findActionsIn(group: ActionGroup, holder: object): ActionOfNode[] {
  const fields: Readonly<Record<string, unknown>> = { ...holder };
  return (actionsByGroup[group] ?? [])
    .filter(({ kind }) => fields[kind] !== undefined)
    .map((action) => ({
      action,
      // What a group holds under the name of a kind was parsed by the schema of that kind.
      params: fields[action.kind] as ParsedParams,
      path: pathOfAction(action),
    }));
}

/** Name of a field of a kind, by path from the node: `sleep_action.sleep_time`. */
export function nameField(action: Pick<Action, 'group' | 'kind'>, field: string): string {
  return [...pathOfAction(action), field].join('.');
}

function pathOfAction({ group, kind }: Pick<Action, 'group' | 'kind'>): string[] {
  return group === 'node' ? [kind] : [`${group}_action`, kind];
}
