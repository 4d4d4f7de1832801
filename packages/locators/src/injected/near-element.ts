import type { LocatorFacts } from './locator-facts.ts';

/** Describes the element that was searched for. */
export interface Wanted {
  readonly role?: string | undefined;
  readonly tag?: string | undefined;
  /** Visible texts. */
  readonly words: readonly string[];
  /** Identifiers for programs. */
  readonly names: readonly string[];
  /** Texts of the containers in which the element is searched for. */
  readonly around: readonly string[];
  /** The author's description in a sentence. */
  readonly about?: string | undefined;
  /** The action to perform on the element. */
  readonly act?: 'click' | 'fill' | 'select' | 'check' | undefined;
}

/** What could locate an element, with role and name as locators see them. */
export interface ElementFacts extends LocatorFacts {
  readonly role: string;
  readonly accessibleName: string;
  readonly altText: string;
}

/** An ancestor in which an element can be searched for. */
export interface AncestorFacts extends ElementFacts {
  /** Texts inside the ancestor that similar neighbours might not have. */
  readonly marks: readonly string[];
}

export interface NearElement extends ElementFacts {
  /** Index by which the page remembers the element until the next search. */
  readonly index: number;
  /** Similarity, from 0 to 1. */
  readonly score: number;
  readonly isHidden: boolean;
  readonly ancestors: readonly AncestorFacts[];
}

/** The result of trying selectors on one element. */
export interface Trial {
  readonly index: number;
  /** Index of the selector that matches only the element, or -1. */
  readonly chosen: number;
  /**
   * Index of a selector that also matches others, or -1; `position` is where the element comes
   * among the selector's matches.
   */
  readonly fallback: number;
  readonly position: number;
}
