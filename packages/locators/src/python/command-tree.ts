import type { Placeholder, Template } from '@errand/expressions';

/** A position in the source, from 0, end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `get_by_role("button").first`: steps applied to the page or to the match of a loop. */
export interface Chain extends Span {
  readonly head?: Extract<Placeholder, { kind: 'loop-locator' }> | undefined;
  readonly steps: readonly Step[];
}

export interface Step extends Span {
  readonly name: string;
  /** Undefined for a property such as `first`. */
  readonly arguments?: readonly Argument[];
}

export interface Argument extends Span {
  readonly keyword?: string | undefined;
  readonly value: ArgumentValue;
}

export type ArgumentValue =
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'pattern'; readonly template: Template; readonly flagNames: string[] }
  | { readonly kind: 'integer'; readonly integer: number }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder }
  | { readonly kind: 'chain'; readonly chain: Chain };
