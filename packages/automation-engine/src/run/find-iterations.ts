import { evaluateExpression, type LoopBinding, parseExpression } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { LoopSourceError } from './run-errors.ts';
import { listNames } from '../fields/loop-variables.ts';
import type { PageRun } from '../page/page-run.ts';
import type { Interpreter } from './interpreter.ts';
import { countMatches } from '../page/elements/count-matches.ts';
import type { ForLoopNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';

/** The iterations of a loop, fixed when the loop starts. */
export interface Iterations {
  /** The list's name in the loop, or the text of its locator. */
  readonly label: string;
  readonly count: number;
  readonly valueAt: (index: number) => JsonValue;
  readonly bindingAt: (index: number) => LoopBinding;
}

type IterationsRun = PageRun & Pick<Interpreter, 'logger'>;

/**
 * Reads the lists or counts the matches. Throws `LoopSourceError`,
 * `NotActionableError`, `UnresolvedPlaceholderError`.
 */
export async function findIterations(
  run: IterationsRun,
  { node, path }: PlacedNode<ForLoopNode>,
): Promise<Iterations> {
  const found =
    node.locator === undefined
      ? iterateLists(run, node)
      : await iterateMatches(run, node, node.locator.trim());
  const { max_iterations: most = Infinity } = node;
  if (found.count <= most) return found;
  run.logger.warn('loop cut at max_iterations', { nodePath: path, count: found.count, most });
  return { ...found, count: most };
}

function iterateLists(
  { bindings }: Pick<IterationsRun, 'bindings'>,
  node: ForLoopNode,
): Iterations {
  const names = listNames(node.variable_name ?? '');
  const lists = new Map<string, readonly JsonValue[]>();
  for (const name of names) {
    const value = evaluateExpression(parseExpression(name), bindings);
    if (!isList(value)) throw new LoopSourceError(name, value);
    lists.set(name, value);
  }
  const [label = ''] = names;
  const values = lists.get(label) ?? [];
  return {
    label,
    count: values.length,
    valueAt: (index) => values[index] ?? null,
    bindingAt: (index) => ({ indexName: node.index_variable_name, index, lists }),
  };
}

async function iterateMatches(
  run: PageRun,
  node: ForLoopNode,
  source: string,
): Promise<Iterations> {
  const matchAt = (index: number) => `${source}.nth(${index})`;
  return {
    label: source,
    count: await countMatches(run, source, node.locator_timeout * 1000),
    valueAt: matchAt,
    bindingAt: (index) => ({
      indexName: node.index_variable_name,
      index,
      locator: matchAt(index),
    }),
  };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
