import { isSameNode, placesOf } from './is-same-node.ts';
import { isObject, type JsonObject, memberOf } from './json-object.ts';

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

interface FailedStep {
  /** Names and indices that lead to the node. */
  readonly place: readonly string[];
  /** The node. */
  readonly before: JsonObject;
  /** Names that lead from the node to its step. */
  readonly path: readonly string[];
  readonly step: JsonObject;
}

/** Stored automations. */
export interface RepairedVersions {
  /** What ran when the locator was proposed. */
  readonly old: JsonObject;
  readonly current: JsonObject;
}

/**
 * Returns the current automation in which the node at the path has the proposed locator, or why it
 * cannot be applied: the node is gone, is of a different kind, now has a different locator or may
 * be another one.
 */
export function applyLocator(
  { old, current: automation }: RepairedVersions,
  proposed: ProposedLocator,
): NodeChange | string {
  const { nodePath, kind, command } = proposed;
  const found = findFailedStep(automation, proposed);
  if (typeof found === 'string') return found;
  const { place, before, path, step } = found;
  const ran = findStep(place.reduce<unknown>(memberOf, old), kind)?.step;
  if (proposed.failedCommand === null && !hasInstructionsOf(step, ran)) {
    return `${nodePath} now has different instructions`;
  }
  const isMatch = (node: JsonObject) => {
    const each = findStep(node, kind);
    return each !== undefined && hasFailedCommand(each.step, proposed);
  };
  if (!isSameNode({ old, current: automation, place }, isMatch)) {
    return `${nodePath} may be another node now, because nodes were added, removed or moved and others have the same locator`;
  }
  const { skip_command: _, ...kept } = step;
  const after = replaceAt(before, path, { ...kept, command });
  return {
    before,
    after: after as JsonObject,
    automation: replaceAt(automation, place, after) as JsonObject,
  };
}

/**
 * Returns the step with the locator that failed, or why the automation no longer has it. If it is
 * not where it was, the only step with that locator is meant.
 */
export function findFailedStep(
  automation: JsonObject,
  proposed: ProposedLocator,
): FailedStep | string {
  const { nodePath, kind, failedCommand } = proposed;
  const place = [...nodePath.matchAll(/[^.[\]]+/g)].map(([step]) => step);
  const found = findStepAt(automation, place, proposed);
  if (typeof found !== 'string' || failedCommand === null) return found;
  const isMatch = (node: JsonObject) => findStep(node, kind)?.step['command'] === failedCommand;
  const [moved, ...others] = placesOf(automation, isMatch);
  return moved && others.length === 0 ? findStepAt(automation, moved, proposed) : found;
}

function findStepAt(
  automation: JsonObject,
  place: readonly string[],
  proposed: ProposedLocator,
): FailedStep | string {
  const { nodePath, kind } = proposed;
  const before = place.reduce<unknown>(memberOf, automation);
  if (!isObject(before)) return `there is no ${nodePath} any more`;
  const found = findStep(before, kind);
  if (!found) return `${nodePath} is no longer a ${kind} step`;
  if (!hasFailedCommand(found.step, proposed)) {
    const isRepaired = found.step['command'] === proposed.command;
    return `${nodePath} ${isRepaired ? 'already has the proposed' : 'now has another'} locator`;
  }
  return { place, before, ...found };
}

/** The step of this kind that a node holds. */
function findStep(node: unknown, kind: string): Pick<FailedStep, 'path' | 'step'> | undefined {
  for (const group of GROUPS) {
    const step = memberOf(memberOf(node, group), kind);
    if (isObject(step)) return { path: [group, kind], step };
  }
  return undefined;
}

function hasFailedCommand(step: JsonObject, { failedCommand }: ProposedLocator): boolean {
  return failedCommand === null
    ? !step['command'] || step['skip_command'] === true
    : step['command'] === failedCommand;
}

/** A step without a locator has nothing else that says what it acts on. */
function hasInstructionsOf(step: JsonObject, ran: JsonObject | undefined): boolean {
  return ran !== undefined && step['prompt_instructions'] === ran['prompt_instructions'];
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], leaf: unknown): unknown {
  if (name === undefined) return leaf;
  const changed = replaceAt(memberOf(value, name), rest, leaf);
  if (Array.isArray(value)) return value.with(Number(name), changed);
  return { ...(value as JsonObject), [name]: changed };
}
