import type { Selector } from './selectors/selector-part.ts';

/** A parsed locator with its values in place. Immutable; may be resolved again and again. */
export interface LocatorExpression {
  /** As the author wrote it, placeholders unresolved, so that it may be shown and logged. */
  readonly source: string;
  /** Each selects an iframe: the first in the page, the others in the iframe before them. */
  readonly frames: readonly Selector[];
  /** Selects the elements in the last of the frames. */
  readonly target: Selector;
  /** The steps in their order, each with what the expression up to it means. Empty for a bare XPath. */
  readonly links: readonly LocatorLink[];
}

/** One step of an expression, with its values. Every text of it is as long as the values are, up to a bound. */
export interface LocatorLink {
  /** `get_by_label("Pin")` */
  readonly text: string;
  readonly frames: readonly Selector[];
  readonly target: Selector;
  readonly asked?: Asked | undefined;
}

/** What a step says of the element that it looks for. */
export interface Asked {
  /** `get_by_role`, `locator` ... */
  readonly step: string;
  readonly role?: string;
  /** Texts that people see: names, labels, contents. */
  readonly words: readonly string[];
  /** Texts for programs: ids, test ids, classes. */
  readonly names: readonly string[];
  readonly tag?: string;
}

/** The expression as a person would write it, for messages and logs. Contains no values. */
export function describeLocator(expression: LocatorExpression): string {
  return expression.source;
}

/** The expression with its values in place. Not for logs: it may hold what the task is about. */
export function showLocator({ source, links }: LocatorExpression): string {
  return links.length === 0 ? source : links.map(({ text }) => text).join('.');
}
