import { z } from 'zod';
import { actionKinds, type actions } from '../../actions/action-registry.ts';
import type { Action, ActionGroup } from '../../actions/define-action.ts';
import { optionalField } from '../../fields/optional-field.ts';

type ActionOf<Group extends ActionGroup> = Extract<(typeof actions)[number], { group: Group }>;

type SubActionShape<Group extends ActionGroup> = {
  [Definition in ActionOf<Group> as Definition['kind']]: OptionalParams<Definition>;
};

type OptionalParams<Definition> =
  Definition extends Action<ActionGroup, string, infer Params>
    ? z.ZodOptional<z.ZodType<z.output<Params> | undefined>>
    : never;

/** One optional field per kind of the group, so that the registry stays the only list of kinds. */
export function subActionFields<Group extends ActionGroup>(group: Group): SubActionShape<Group> {
  const fields = definitionsOf(group).map(({ kind, params, summary }) => [
    kind,
    optionalField(params).describe(summary),
  ]);
  // Object.fromEntries loses the type of each key.
  return Object.fromEntries(fields) as SubActionShape<Group>;
}

/** The kinds of a group, or those for which `has` returns true, in the order of the registry. */
export function kindsOf(
  group: ActionGroup,
  has: (action: Action) => boolean | undefined = () => true,
): string[] {
  return definitionsOf(group)
    .filter((action) => has(action) === true)
    .map(({ kind }) => kind);
}

function definitionsOf(group: ActionGroup): readonly Action[] {
  return actionKinds.filter((action) => action.group === group);
}

/** A group that contains exactly its sub-action fields. */
export function subActionSchema<Group extends ActionGroup>(group: Group) {
  return z.strictObject(subActionFields(group));
}
