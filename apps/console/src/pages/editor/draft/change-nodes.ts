import { type Json, type Path, valueAt } from '../../nodes/paths.ts';
import { type Automation, replaceAt } from './automation-draft.ts';

export interface Changed {
  readonly automation: Automation;
  /** Path of the changed node, or of the node to select next. */
  readonly path: Path;
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/** Lists that a node may be moved into; the first one that the target has is used. */
const INNER = ['nodes', 'if_nodes'] as const;

const positionOf = (path: Path): { readonly list: Path; readonly index: number } => ({
  list: path.slice(0, -1),
  index: Number(path.at(-1)),
});

const nodesAt = (automation: Automation, list: Path): readonly Json[] => {
  const nodes = valueAt(automation, list);
  return Array.isArray(nodes) ? (nodes as readonly Json[]) : [];
};

/** Inserts a node at a position in a list; the nodes from there on move down. */
export function insertNode(automation: Automation, path: Path, node: Json): Changed {
  const { list, index } = positionOf(path);
  const nodes = nodesAt(automation, list).toSpliced(index, 0, node);
  return { automation: replaceAt(automation, list, nodes), path };
}

/**
 * Removes a node and selects the next one, or else the previous one, or else its parent. Undefined
 * if there is no such node.
 */
export function removeNode(automation: Automation, path: Path): Changed | undefined {
  const { list, index } = positionOf(path);
  const before = nodesAt(automation, list);
  if (!before[index]) return undefined;
  const nodes = before.toSpliced(index, 1);
  const chosen =
    nodes.length > 0 ? [...list, Math.min(index, nodes.length - 1)] : list.slice(0, -1);
  return { automation: replaceAt(automation, list, nodes), path: chosen };
}

/**
 * Moves a node by one place. `in`: to the end of the preceding loop or branch; `out`: after its
 * parent. Undefined if there is no such place.
 */
export function moveNode(
  automation: Automation,
  path: Path,
  direction: Direction,
): Changed | undefined {
  const { list, index } = positionOf(path);
  const nodes = nodesAt(automation, list);
  const node = nodes[index];
  if (!node) return undefined;
  if (direction === 'out') return moveOut(automation, path, node);
  if (direction === 'in') return moveIn(automation, path, node);
  const to = direction === 'up' ? index - 1 : index + 1;
  if (to < 0 || to >= nodes.length) return undefined;
  const moved = nodes.toSpliced(index, 1).toSpliced(to, 0, node);
  return { automation: replaceAt(automation, list, moved), path: [...list, to] };
}

function moveOut(automation: Automation, path: Path, node: Json): Changed | undefined {
  // The parent's list and position precede the node's own; without them, there is no parent.
  if (path.length < 4) return undefined;
  const around = path.slice(0, -2);
  const { list, index } = positionOf(around);
  const without = removeNode(automation, path)?.automation;
  return without && insertNode(without, [...list, index + 1], node);
}

function moveIn(automation: Automation, path: Path, node: Json): Changed | undefined {
  const { list, index } = positionOf(path);
  const before = nodesAt(automation, list)[index - 1];
  const inner = INNER.find((each) => Array.isArray(before?.[each]));
  if (!inner) return undefined;
  const without = removeNode(automation, path)?.automation;
  if (!without) return undefined;
  const target = [...list, index - 1, inner];
  return insertNode(without, [...target, nodesAt(without, target).length], node);
}
