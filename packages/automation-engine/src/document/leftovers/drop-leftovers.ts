import { isRecord } from '@errand/foundation';
import type { AutomationWarning } from '../lint/lint-rule.ts';
import { findLeftovers, type Leftover } from './find-leftovers.ts';

type Path = AutomationWarning['path'];
type Fields = Readonly<Record<string, unknown>>;

const nodeLists = ['nodes', 'post_processing_nodes', 'reset_nodes', 'if_nodes', 'else_nodes'];
const RULE = 'leftover';

/**
 * Returns an automation without the members that recorders of the common interface leave behind and
 * that have no effect, with a warning for each. Changes nothing else, and does not modify the given
 * value, which need not be valid; expects JSON of bounded depth.
 */
export function dropLeftovers(automation: unknown): {
  readonly automation: unknown;
  readonly warnings: readonly AutomationWarning[];
} {
  if (!isRecord(automation)) return { automation, warnings: [] };
  const warnings: AutomationWarning[] = [];
  const { secure_parameters: secrets, ...rest } = automation;
  if (secrets === undefined) return { automation: tidyLists(automation, [], warnings), warnings };
  const message =
    'secure_parameters belongs in parameters and declares nothing here: it was left out. Declare its names in parameters.secure_parameters if steps use them.';
  warnings.push({ path: ['secure_parameters'], message, rule: RULE });
  return { automation: tidyLists(rest, [], warnings), warnings };
}

/** Tidies the node lists of a node, or of the automation. */
function tidyLists(holder: Fields, path: Path, warnings: AutomationWarning[]): Fields {
  const lists = nodeLists.flatMap((field) => {
    const nodes: unknown = holder[field];
    if (!Array.isArray(nodes)) return [];
    return [[field, nodes.map((node, index) => tidy(node, [...path, field, index], warnings))]];
  });
  return { ...holder, ...Object.fromEntries(lists) };
}

function tidy(node: unknown, path: Path, warnings: AutomationWarning[]): unknown {
  if (!isRecord(node)) return node;
  let tidied: Fields = node;
  for (const leftover of findLeftovers(node)) {
    const field = leftover.path.join('.');
    const message = `${field} has no effect and was left out: ${leftover.reason}.`;
    warnings.push({ path: [...path, ...leftover.path], message, rule: RULE });
    tidied = without(tidied, leftover);
  }
  return tidyLists(tidied, path, warnings);
}

function without(node: Fields, { path, instead = {} }: Leftover): Fields {
  return { ...omit(node, path), ...instead };
}

function omit(holder: Fields, [name = '', ...path]: readonly string[]): Fields {
  const { [name]: member, ...rest } = holder;
  return path.length > 0 && isRecord(member) ? { ...holder, [name]: omit(member, path) } : rest;
}
