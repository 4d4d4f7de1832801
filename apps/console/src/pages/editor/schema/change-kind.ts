import type { Json } from '../../nodes/paths.ts';
import { newNode, type NodeKind } from './node-kinds.ts';

const INNER = ['nodes', 'reset_nodes', 'if_nodes', 'else_nodes'] as const;

type InnerList = (typeof INNER)[number];

/** The inner lists that a step of the kind can have. */
export const innerListsOf = (kind: NodeKind | undefined): InnerList[] =>
  INNER.filter((list) => kind?.schema.properties?.[list]?.items !== undefined);

/**
 * A step of a different kind to replace the node. Inner steps are kept if the kind can have them.
 */
export function changeKind(kind: NodeKind, node: Json): Json {
  const main = node['nodes'] ?? node['if_nodes'];
  const steps: Json = { ...node, nodes: main, if_nodes: main };
  const kept = innerListsOf(kind).flatMap((list) =>
    Array.isArray(steps[list]) ? [[list, steps[list]] as const] : [],
  );
  return { ...newNode(kind), ...Object.fromEntries(kept) };
}

export const countInner = (node: Json): number =>
  INNER.reduce((sum, list) => sum + (Array.isArray(node[list]) ? node[list].length : 0), 0);
