import type { Selector } from './selectors/selector-part.ts';

/** A parsed locator with its values in place. Immutable; may be resolved again and again. */
export interface LocatorExpression {
  /** As the author wrote it, placeholders unresolved, so that it may be shown and logged. */
  readonly source: string;
  /** Each selects an iframe: the first in the page, the others in the iframe before them. */
  readonly frames: readonly Selector[];
  /** Selects the elements in the last of the frames. */
  readonly target: Selector;
}

/** The expression as a person would write it, for messages and logs. Contains no values. */
export function describeLocator(expression: LocatorExpression): string {
  return expression.source;
}
