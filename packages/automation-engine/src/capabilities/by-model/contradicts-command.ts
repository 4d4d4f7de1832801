import { namedWords, parseLocator } from '@errand/locators';
import { NotActionableError } from '../../errors.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';
import type { TargetStep } from './target-step.ts';

interface Found {
  readonly tree: ModelTree;
  readonly index: number;
  /** For error messages. */
  readonly description: string;
}

/**
 * Returns an error when the command names its element, the model found one with a different name,
 * and an element with exactly the named text exists on the page. If the page's wording has changed,
 * nothing is contradicted.
 */
export function contradictsCommand(
  { run, target }: Pick<TargetStep, 'run' | 'target'>,
  { tree: { names }, index, description }: Found,
): NotActionableError | undefined {
  if (!target.command || target.skip_command) return undefined;
  const words = namedWords(parseLocator(target.command, run.bindings));
  if (words === undefined || fold(words) === '') return undefined;
  if (fold(names.get(index) ?? '').includes(fold(words))) return undefined;
  if (![...names.values()].some((name) => fold(name) === fold(words))) return undefined;
  const problem = `is not called ${JSON.stringify(words)} as the command says, and another element of the page is`;
  return new NotActionableError(description, problem, 0);
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
