import { findActionOfNode } from '../nodes/action-of-node.ts';
import { walkNodes } from '../nodes/walk-nodes.ts';
import type { Node } from '../nodes/node.ts';
import type { LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';
import type { Path } from './path.ts';
import { variableOf } from './reads.ts';

/** Values that change on their own. */
const livingNames = new Set(['current_page_url', 'current_time']);

/** While loops whose condition none of their nodes can change. */
export const endlessLoops: LintRule = {
  name: 'endless-loop',
  *find(subject) {
    for (const { node, path } of subject.nodes) {
      if (node.type !== 'while_loop_node' || node.condition === undefined) continue;
      if (node.nodes.some((child) => maySetAnything(child))) continue;
      const names = namesReadAt([...path, 'condition'], subject);
      const isLiving = (name: string) =>
        name === node.index_variable_name || livingNames.has(name) || isSetIn(path, name, subject);
      if (names.some(isLiving)) continue;
      const what = names.length === 0 ? 'The condition does not read any value' : describe(names);
      const message = `${what}: once started, the loop runs until max_iterations and then fails. Set what the condition reads inside the loop.`;
      yield { path: [...path, 'condition'], message };
    }
  },
};

function describe(names: readonly string[]): string {
  return `No node in this loop sets ${names.map((name) => `"${name}"`).join(' or ')}`;
}

function namesReadAt(path: Path, { reads }: LintSubject): readonly string[] {
  return reads
    .filter(({ field }) => isAt(field.path, path) && field.path.length === path.length)
    .map(({ read }) => {
      if (read.kind === 'placeholder' && read.placeholder.kind === 'loop-index') {
        return read.placeholder.indexName;
      }
      return variableOf(read)?.name ?? '';
    });
}

/** A name with placeholders may resolve to any name. */
function isSetIn(loop: Path, wanted: string, { names }: LintSubject): boolean {
  return names.written.some(
    ({ name, field }) => isAt(field.path, loop) && (name === wanted || name.includes('{')),
  );
}

/** Whether the node lets a person set variables. */
function maySetAnything(node: Node): boolean {
  const all = [...walkNodes({ nodes: [node], post_processing_nodes: [] })];
  return all.some(
    ({ node: inner }) => findActionOfNode(inner)?.action.effects?.setsAnyVariable === true,
  );
}

function isAt(path: Path, place: Path): boolean {
  return place.every((step, index) => path[index] === step);
}
