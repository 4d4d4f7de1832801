import type { Node } from '../nodes/node.ts';
import type { Path } from './path.ts';

export interface TextField {
  /** Path from the automation's root. */
  readonly path: Path;
  /** Path from the node, without list indices: `interaction_action.input_text.input_text`. */
  readonly name: string;
  readonly text: string;
}

/** Fields visited elsewhere, and strings in which braces have another meaning. */
const skipped = new Set([
  'nodes',
  'reset_nodes',
  'if_nodes',
  'else_nodes',
  'type',
  'script',
  'execution_code',
  'commands',
  'recording_screenshot',
  'localized_axtree_string',
]);

/** Every string in the node's own fields, excluding nested nodes. */
export function findTexts({
  node,
  path,
}: {
  readonly node: Node;
  readonly path: Path;
}): TextField[] {
  return textsWithin(node, path, []);
}

const scripts = ['script', 'execution_code', 'commands'];

/** The strings of the node that contain code. */
export function findScripts({
  node,
  path,
}: {
  readonly node: Node;
  readonly path: Path;
}): TextField[] {
  return Object.entries(node).flatMap(([key, group]) => scriptsWithin(group, [...path, key], key));
}

function scriptsWithin(value: unknown, path: Path, name: string): TextField[] {
  if (scripts.includes(path.at(-1) as string)) return textsWithin(value, path, [name]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    scriptsWithin(member, [...path, key], `${name}.${key}`),
  );
}

function textsWithin(value: unknown, path: Path, names: readonly string[]): TextField[] {
  if (typeof value === 'string') return [{ path, name: names.join('.'), text: value }];
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => textsWithin(element, [...path, index], names));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !skipped.has(key))
    .flatMap(([key, member]) => textsWithin(member, [...path, key], [...names, key]));
}
