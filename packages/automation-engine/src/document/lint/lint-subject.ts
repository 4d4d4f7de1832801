import { childLists } from '../nodes/walk-nodes.ts';
import type { Node } from '../nodes/node.ts';
import type { Automation } from '../automation-schema.ts';
import { collectNames, type KnownNames } from './known-names.ts';
import type { Path } from './path.ts';
import { findTexts, type TextField } from './text-fields-of-node.ts';
import { readsOf, type Read } from './reads.ts';

/** A loop as seen by the strings inside it. A while loop has neither list nor locator. */
export interface LoopInScope {
  readonly index_variable_name: string;
  readonly variable_name?: string | undefined;
  readonly locator?: string | undefined;
}

/** Nodes that run in sequence. */
export interface NodeList {
  readonly nodes: readonly Node[];
  readonly path: Path;
  /** The loops that repeat the list, outermost first. */
  readonly loops: readonly LoopInScope[];
}

export interface NodeInScope {
  readonly node: Node;
  readonly path: Path;
  /** The loops around the node, outermost first, without the node itself. */
  readonly loops: readonly LoopInScope[];
}

/** A string in a node that may reference values. */
export interface TextInScope extends TextField {
  readonly loops: readonly LoopInScope[];
}

/** A value that a string references. */
export interface ReadInScope {
  readonly field: TextInScope;
  readonly read: Read;
}

/** An automation prepared for the rules. */
export interface LintSubject {
  readonly automation: Automation;
  readonly lists: readonly NodeList[];
  readonly nodes: readonly NodeInScope[];
  readonly reads: readonly ReadInScope[];
  readonly names: KnownNames;
}

export function createLintSubject(automation: Automation): LintSubject {
  const lists = [...listsOf(automation)];
  const nodes = lists.flatMap(({ nodes: siblings, path, loops }) =>
    siblings.map((node, index) => ({ node, path: [...path, index], loops })),
  );
  const texts = nodes.flatMap((place) =>
    findTexts(place).map((field) => ({ ...field, loops: loopsAround(place) })),
  );
  const { dialog } = automation;
  if (dialog?.text !== undefined) {
    texts.push({ path: ['dialog', 'text'], name: 'dialog.text', text: dialog.text, loops: [] });
  }
  return {
    automation,
    lists,
    nodes,
    reads: texts.flatMap((field) => readsOf(field).map((read) => ({ field, read }))),
    names: collectNames(automation.parameters, texts),
  };
}

/** A while loop evaluates its condition in each iteration, so the condition is inside the loop. */
function loopsAround({ node, loops }: NodeInScope): readonly LoopInScope[] {
  return node.type === 'while_loop_node' ? [...loops, node] : loops;
}

function* listsOf(automation: Automation): Generator<NodeList> {
  for (const field of ['nodes', 'post_processing_nodes'] as const) {
    yield* listsWithin({ nodes: automation[field], path: [field], loops: [] });
  }
}

function* listsWithin(list: NodeList): Generator<NodeList> {
  yield list;
  for (const [index, node] of list.nodes.entries()) {
    const isLoop = node.type === 'for_loop_node' || node.type === 'while_loop_node';
    const loops = isLoop ? [...list.loops, node] : list.loops;
    for (const [field, nodes] of childLists(node)) {
      yield* listsWithin({ nodes, path: [...list.path, index, field], loops });
    }
  }
}
