import type { Selector } from './selectors/selector-part.ts';

/** A parsed locator with its values bound. Immutable and reusable. */
export interface LocatorExpression {
  /** The text as the author wrote it, with placeholders unresolved: safe to show and log. */
  readonly source: string;
  /** Selectors of iframes: the first in the page, the others inside the previous iframe. */
  readonly frames: readonly Selector[];
  /** Selects the elements in the last frame. */
  readonly target: Selector;
  /** The steps in order, each with what the expression up to it selects. Empty for a bare XPath. */
  readonly links: readonly LocatorLink[];
}

/**
 * One step of an expression, with its values bound. Its strings may be as long as the values, up to a
 * limit.
 */
export interface LocatorLink {
  /** `get_by_label("Pin")` */
  readonly text: string;
  readonly frames: readonly Selector[];
  readonly target: Selector;
  readonly asked?: Asked | undefined;
}

/** What a step requires of the element that it searches for. */
export interface Asked {
  /** `get_by_role`, `locator` ... */
  readonly step: string;
  readonly role?: string;
  /** Visible texts: names, labels, contents. */
  readonly words: readonly string[];
  /** Identifiers for programs: ids, test ids, classes. */
  readonly names: readonly string[];
  readonly tag?: string;
}

/** Returns the expression as its author wrote it, for messages and logs. Contains no values. */
export function describeLocator(expression: LocatorExpression): string {
  return expression.source;
}

/** The expression with its values bound. Not for logs: it may contain private data of the task. */
export function showLocator({ source, links }: LocatorExpression): string {
  return links.length === 0 ? source : links.map(({ text }) => text).join('.');
}
