import { describeElement } from './describe-element.ts';
import { showMatch, type ShownMatches } from './show-match.ts';
import { findNearest } from './find-nearest.ts';
import type { NearElement, Trial } from './near-element.ts';
import { query } from './query.ts';
import type { Selector } from '../selectors/selector-part.ts';

// This file runs in the page, in an isolated world. It is bundled into ivya-bundle.generated.ts.

/** The functions that the resolver calls in the page. */
interface ErrandLocators {
  /** The first `atMost` matches; all by default. */
  readonly queryAll: (selector: Selector, atMost?: number) => Element | Element[];
  readonly count: (selector: Selector) => number;
  /** Returns the same as `queryAll` once there are enough matches, or undefined on timeout. */
  readonly waitForMatches: (
    selector: Selector,
    options: MatchWait,
  ) => Promise<Element | Element[] | undefined>;
  /** Whether the selector matches a single element: the one that the wait with this name found. */
  readonly isStillOnly: (selector: Selector, name: string) => boolean;
  /**
   * The elements most similar to the target, as JSON of `NearElement[]`. The page remembers
   * them until the next call.
   */
  readonly findNearest: (...parameters: Parameters<typeof findNearest>) => string;
  /** The first matches, in the same format. */
  readonly describeMatches: (selector: Selector, atMost: number) => string;
  /** How many elements match, and what the first show, as JSON of `ShownMatches`. */
  readonly showMatches: (selector: Selector, atMost: number) => string;
  /** Which selectors match only the element with that index, as JSON of `Trial[]`. */
  readonly trySelectors: (...parameters: Parameters<typeof trySelectors>) => string;
}

interface MatchWait {
  readonly atLeast: number;
  readonly timeoutMs: number;
  /** Identifies the wait for `isStillOnly`. */
  readonly name?: string;
}

declare global {
  var errandLocators: ErrandLocators | undefined;
}

/** Returns a single match unwrapped, which saves the caller a round trip. */
function pack(elements: Element[]): Element | Element[] {
  const [element] = elements;
  return element && elements.length === 1 ? element : elements;
}

/**
 * Checks again on every document change, and on a timer for changes that the observer cannot see
 * (shadow roots, style sheets).
 */
function waitForMatches(
  selector: Selector,
  { atLeast, timeoutMs, name }: MatchWait,
): Promise<Element | Element[] | undefined> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const deadline = performance.now() + timeoutMs;
    const observer = new MutationObserver(() => {
      if (!isDue) schedule(0);
      isDue = true;
    });
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const schedule = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(check, delayMs);
    };
    function check(): void {
      isDue = false;
      const startedAt = performance.now();
      try {
        const elements = query(selector);
        if (elements.length >= atLeast || startedAt >= deadline) {
          finish();
          remember(elements, name);
          resolve(elements.length >= atLeast ? pack(elements) : undefined);
          return;
        }
      } catch (error) {
        finish();
        reject(error);
        return;
      }
      // A slow query on a large page runs less often, to leave the page time to work.
      const costMs = performance.now() - startedAt;
      schedule(Math.min(Math.max(30, costMs * 5), Math.max(0, deadline - performance.now())));
    }
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    check();
  });
}

/** The single match of the last named wait. */
let last: { readonly name: string; readonly element: WeakRef<Element> } | undefined;

function remember([element, ...more]: readonly Element[], name: string | undefined): void {
  if (name === undefined || !element || more.length > 0) return;
  last = { name, element: new WeakRef(element) };
}

function isStillOnly(selector: Selector, name: string): boolean {
  const [element, ...more] = query(selector);
  if (!element || more.length > 0 || last?.name !== name) return false;
  return last.element.deref() === element;
}

/** The results of the last search. */
let known: Element[] = [];

/**
 * Tries the selectors of each element in order until one matches only that element; otherwise
 * reports the element's position among one selector's matches.
 */
function trySelectors(
  wishes: readonly { readonly index: number; readonly selectors: readonly Selector[] }[],
  budgetMs: number,
): Trial[] {
  const deadline = performance.now() + budgetMs;
  return wishes.map(({ index, selectors }) => {
    const trial = { index, chosen: -1, fallback: -1, position: -1 };
    for (const [at, selector] of selectors.entries()) {
      if (performance.now() > deadline) break;
      const matches = queryOrNothing(selector);
      const position = matches.findIndex((match) => match === known[index]);
      if (position >= 0 && matches.length === 1) return { ...trial, chosen: at };
      if (position >= 0 && trial.fallback < 0) Object.assign(trial, { fallback: at, position });
    }
    return trial;
  });
}

/** A class or ID might not be valid CSS. */
function queryOrNothing(selector: Selector): Element[] {
  try {
    return query(selector);
  } catch {
    return [];
  }
}

function describeMatches(selector: Selector, atMost: number): NearElement[] {
  known = query(selector).slice(0, atMost);
  return known.map((element, index) => describeElement(element, { index, score: 1 }));
}

function showMatches(selector: Selector, atMost: number): ShownMatches {
  const found = query(selector);
  return { count: found.length, matches: found.slice(0, atMost).map(showMatch) };
}

const library: ErrandLocators = {
  findNearest: (...parameters) => {
    const { elements, facts } = findNearest(...parameters);
    known = elements;
    return JSON.stringify(facts);
  },
  describeMatches: (...parameters) => JSON.stringify(describeMatches(...parameters)),
  showMatches: (...parameters) => JSON.stringify(showMatches(...parameters)),
  trySelectors: (...parameters) => JSON.stringify(trySelectors(...parameters)),
  queryAll: (selector, atMost) => pack(query(selector).slice(0, atMost)),
  count: (selector) => query(selector).length,
  waitForMatches,
  isStillOnly,
};

// An element with the id `errandLocators` is a global name, too, but not an own property.
if (!Object.hasOwn(globalThis, 'errandLocators')) globalThis.errandLocators = library;
