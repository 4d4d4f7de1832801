import type { LocatorFacts } from './locator-facts.ts';

/** What an element must be like to be near to what was looked for. */
export interface Wanted {
  readonly role?: string | undefined;
  readonly tag?: string | undefined;
  /** Texts that people see. */
  readonly words: readonly string[];
  /** Texts for programs. */
  readonly names: readonly string[];
  /** Texts of what it is looked for in. */
  readonly around: readonly string[];
  /** What the author says of it in a sentence. */
  readonly about?: string | undefined;
  /** What is done to it. */
  readonly act?: 'click' | 'fill' | 'select' | 'check' | undefined;
}

/** What an element could be found by, role and name as locators see them. */
export interface ElementFacts extends LocatorFacts {
  readonly role: string;
  readonly accessibleName: string;
  readonly altText: string;
}

/** Something around an element that it can be looked for in. */
export interface AncestorFacts extends ElementFacts {
  /** Texts in it that its like beside it may not have. */
  readonly marks: readonly string[];
}

export interface NearElement extends ElementFacts {
  /** Number by which the page knows it until the next search. */
  readonly index: number;
  /** From 0 to 1. */
  readonly score: number;
  readonly isHidden: boolean;
  readonly ancestors: readonly AncestorFacts[];
}

/** What came of trying selectors on one element. */
export interface Trial {
  readonly index: number;
  /** The selector that means only the element, or -1. */
  readonly chosen: number;
  /** A selector that also means others, or -1, and which of its matches the element is. */
  readonly fallback: number;
  readonly position: number;
}
