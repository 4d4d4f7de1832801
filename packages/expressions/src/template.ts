import type { Bindings } from './bindings.ts';
import { UnresolvedPlaceholderError } from './expression-errors.ts';
import { formatValue } from './format-value.ts';
import { findPlaceholders, type Placeholder } from './placeholder.ts';
import { createTextBudget } from './text-budget.ts';

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder };

/** A string split once into literal parts and placeholders; bound values are not scanned again. */
export interface Template {
  readonly source: string;
  readonly segments: readonly Segment[];
}

/** `isWholeText`: the text is one placeholder and nothing else. */
export type BoundText =
  | { readonly kind: 'bound'; readonly text: string }
  | {
      readonly kind: 'unresolved';
      readonly placeholders: readonly [Placeholder, ...Placeholder[]];
      readonly isWholeText: boolean;
    };

/** Splits a string into literal parts and placeholders. Every string is valid. */
export function parseTemplate(source: string): Template {
  const segments: Segment[] = [];
  let end = 0;
  for (const { start, placeholder } of findPlaceholders(source)) {
    if (start > end) segments.push({ kind: 'text', text: source.slice(end, start) });
    segments.push({ kind: 'placeholder', placeholder });
    end = start + placeholder.source.length;
  }
  if (end < source.length) segments.push({ kind: 'text', text: source.slice(end) });
  return { source, segments };
}

/**
 * Replaces placeholders with their values. Throws `UnresolvedPlaceholderError` for missing values,
 * and `TextTooLongError`.
 */
export function bindText(template: Template, bindings: Bindings): string {
  const bound = tryBindText(template, bindings);
  if (bound.kind === 'bound') return bound.text;
  throw new UnresolvedPlaceholderError(bound.placeholders, template.source);
}

/**
 * Like `bindText`, for callers that handle a missing value, for example by skipping a step. Throws
 * `TextTooLongError`.
 */
export function tryBindText(template: Template, bindings: Bindings): BoundText {
  const unresolved: Placeholder[] = [];
  const spend = createTextBudget(template.source);
  const parts = template.segments.map((segment) => {
    if (segment.kind === 'text') return spend(segment.text);
    const text = bindPlaceholder(segment.placeholder, bindings);
    if (text !== undefined) return spend(text);
    unresolved.push(segment.placeholder);
    return undefined;
  });
  const [first, ...others] = unresolved;
  if (!first) return { kind: 'bound', text: parts.join('') };
  return {
    kind: 'unresolved',
    placeholders: [first, ...others],
    isWholeText: template.segments.length === 1,
  };
}

/**
 * Returns the text of one placeholder, or undefined if it has no value. A `{word}` that names no
 * loop index is left unchanged.
 */
export function bindPlaceholder(placeholder: Placeholder, bindings: Bindings): string | undefined {
  const value = bindings.resolve(placeholder);
  if (value !== undefined && value !== null) return formatValue(value);
  return placeholder.kind === 'loop-index' ? placeholder.source : undefined;
}
