import type { Node } from './node.ts';

export interface NodePlace {
  readonly node: Node;
  /** Path from the automation's root: `['nodes', 3, 'if_nodes', 0]`. */
  readonly path: readonly (string | number)[];
}

interface NodeLists {
  readonly nodes: readonly Node[];
  readonly post_processing_nodes: readonly Node[];
}

/**
 * Yields every node in document order: containers before their children, a loop's body before its
 * reset nodes.
 */
export function* walkNodes(automation: NodeLists): Generator<NodePlace> {
  yield* walkList(automation.nodes, ['nodes']);
  yield* walkList(automation.post_processing_nodes, ['post_processing_nodes']);
}

function* walkList(nodes: readonly Node[], listPath: NodePlace['path']): Generator<NodePlace> {
  for (const [index, node] of nodes.entries()) {
    const path = [...listPath, index];
    yield { node, path };
    for (const [field, children] of childLists(node)) yield* walkList(children, [...path, field]);
  }
}

/** The node lists of a node, by field. */
export function childLists(node: Node): [field: string, children: readonly Node[]][] {
  if (node.type === 'for_loop_node') {
    return [
      ['nodes', node.nodes],
      ['reset_nodes', node.reset_nodes],
    ];
  }
  if (node.type === 'while_loop_node') return [['nodes', node.nodes]];
  if (node.type !== 'if_else_node') return [];
  return [
    ['if_nodes', node.if_nodes],
    ['else_nodes', node.else_nodes],
  ];
}
