import type { ErrandSchemas } from '@errand/client';
import { isObject, type Json, type Path } from '../../nodes/paths.ts';

export type Automation = ErrandSchemas['Automation'];

/** Lists of nodes inside a node, with their labels in the list of steps. */
const INNER_LISTS = {
  nodes: 'In each iteration',
  reset_nodes: 'Between iterations',
  if_nodes: 'Then',
  else_nodes: 'Else',
} as const;

export interface NodeRow {
  readonly path: Path;
  /** Path in the notation of debug sessions and faults; in loops, that of the first iteration. */
  readonly wirePath: string;
  /** Number of nodes that enclose the node. */
  readonly depth: number;
  readonly node: Json;
  /** Heading above the first node of an inner list, or of the post-processing list. */
  readonly listName?: string;
}

export const sameKey = (path: Path): string => JSON.stringify(path);

/** All nodes in document order, with inner nodes below their loop or branch. */
export function listNodes(automation: Json): NodeRow[] {
  return [
    ...listOf(automation, { path: [], wirePath: '', depth: 0 }, { list: 'nodes' }),
    ...listOf(
      automation,
      { path: [], wirePath: '', depth: 0 },
      { list: 'post_processing_nodes', name: 'Once all others are done' },
    ),
  ];
}

type Place = Pick<NodeRow, 'path' | 'wirePath' | 'depth'>;

function listOf(
  holder: Json,
  place: Place,
  { list, name }: { readonly list: string; readonly name?: string },
): NodeRow[] {
  const nodes = holder[list];
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isObject).flatMap((node, index) => {
    const wirePath = `${place.wirePath}${place.wirePath === '' ? '' : '.'}${list}[${index}]`;
    const path = [...place.path, list, index];
    const row = { path, wirePath, depth: place.depth, node };
    const isLoop = Array.isArray(node['nodes']);
    const inner = { path, wirePath: isLoop ? `${wirePath}[0]` : wirePath, depth: place.depth + 1 };
    return [
      index === 0 && name !== undefined ? { ...row, listName: name } : row,
      ...Object.entries(INNER_LISTS).flatMap(([each, words]) =>
        listOf(node, inner, { list: each, name: words }),
      ),
    ];
  });
}

/**
 * A copy with a different value at the path; undefined removes the member. Unchanged if the path
 * does not exist.
 */
export function replaceAt<Value>(value: Value, path: Path, next: unknown): Value {
  const [key, ...rest] = path;
  if (key === undefined) return next as Value;
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    const index = Number(key);
    if (!(index in list)) return value;
    return list.with(index, replaceAt(list[index], rest, next)) as Value;
  }
  if (!isObject(value)) return value;
  const holder: Json = value;
  const changed = replaceAt(holder[key], rest, next);
  if (changed !== undefined) return { ...holder, [key]: changed } as Value;
  const { [key]: _removed, ...others } = holder;
  return others as Value;
}
