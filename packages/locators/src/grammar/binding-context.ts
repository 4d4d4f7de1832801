import {
  bindPlaceholder,
  type Bindings,
  createTextBudget,
  type Placeholder,
  type Template,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import { LocatorSyntaxError } from '../locator-errors.ts';
import type { Span } from '../python/command-tree.ts';

/** The context in which the steps of one expression are built. */
export interface BindingContext {
  readonly source: string;
  /** Undefined to check the grammar without values; every placeholder then gets a stand-in. */
  readonly bindings: Bindings | undefined;
  /** Number of loop locators through which this expression was reached. */
  readonly depth: number;
}

const STAND_IN = 'x';

/** Returns a placeholder's value as text. Throws `UnresolvedPlaceholderError` if it has none. */
export function bindValue(placeholder: Placeholder, context: BindingContext): string {
  if (!context.bindings) return STAND_IN;
  const text = bindPlaceholder(placeholder, context.bindings);
  if (text === undefined) throw new UnresolvedPlaceholderError([placeholder], context.source);
  return text;
}

/**
 * Returns the values of a template's placeholders as strings, in order. Throws
 * `UnresolvedPlaceholderError`, `TextTooLongError`.
 */
export function bindValues(template: Template, context: BindingContext): string[] {
  const spend = createTextBudget(template.source);
  return template.segments
    .filter((segment) => segment.kind === 'placeholder')
    .map(({ placeholder }) => spend(bindValue(placeholder, context)));
}

export function errorAt(
  { from }: Pick<Span, 'from'>,
  problem: string,
  { source }: BindingContext,
): LocatorSyntaxError {
  return new LocatorSyntaxError(problem, { source, position: from });
}
