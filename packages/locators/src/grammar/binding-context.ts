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

/** What the steps of one expression are built with. */
export interface BindingContext {
  readonly source: string;
  /** Undefined to check the grammar without values; every placeholder then has a stand-in. */
  readonly bindings: Bindings | undefined;
  /** Loop locators that this expression was reached through. */
  readonly depth: number;
}

const standIn = 'x';

/** Text of a placeholder. Throws `UnresolvedPlaceholderError` if it has no value. */
export function bindValue(placeholder: Placeholder, context: BindingContext): string {
  if (!context.bindings) return standIn;
  const text = bindPlaceholder(placeholder, context.bindings);
  if (text === undefined) throw new UnresolvedPlaceholderError([placeholder], context.source);
  return text;
}

/** Texts of the placeholders of a template, in their order. Throws `UnresolvedPlaceholderError`, `TextTooLongError`. */
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
