export type JsonObject = Readonly<Record<string, unknown>>;

/** Where a node holds its action. */
const GROUPS = ['interaction_action', 'extraction_action', 'assertion_action', 'misc_action'];

export interface NodeChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The automation with the changed node. */
  readonly automation: JsonObject;
}

export interface ProposedLocator {
  readonly nodePath: string;
  readonly kind: string;
  readonly failedCommand: string | null;
  readonly command: string;
}

/**
 * Returns a stored automation in which the node at the path has the proposed locator, or why it
 * cannot be applied: the node is gone, is of a different kind or now has a different locator.
 */
export function applyLocator(
  automation: JsonObject,
  { nodePath, kind, failedCommand, command }: ProposedLocator,
): NodeChange | string {
  const place = [...nodePath.matchAll(/[^.[\]]+/g)].map(([step]) => step);
  const before = place.reduce<unknown>(memberOf, automation);
  if (!isObject(before)) return `there is no ${nodePath} any more`;
  const path = GROUPS.map((group) => [group, kind]).find((names) =>
    isObject(names.reduce<unknown>(memberOf, before)),
  );
  const step = path?.reduce<unknown>(memberOf, before);
  if (!path || !isObject(step)) return `${nodePath} is no longer a ${kind} step`;
  const isUnchanged =
    failedCommand === null
      ? !step['command'] || step['skip_command'] === true
      : step['command'] === failedCommand;
  if (!isUnchanged) return `${nodePath} now has another locator`;
  const { skip_command: _, ...kept } = step;
  const after = replaceAt(before, path, { ...kept, command });
  return {
    before,
    after: after as JsonObject,
    automation: replaceAt(automation, place, after) as JsonObject,
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], leaf: unknown): unknown {
  if (name === undefined) return leaf;
  const changed = replaceAt(memberOf(value, name), rest, leaf);
  if (Array.isArray(value)) return value.with(Number(name), changed);
  return { ...(value as JsonObject), [name]: changed };
}
