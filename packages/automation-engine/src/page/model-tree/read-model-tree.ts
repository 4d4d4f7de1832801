import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { capturePage } from './capture-frames.ts';
import { collectLines, type LineElement } from './collect-lines.ts';
import { createElementNumbers, type ElementNumbers } from './element-numbers.ts';
import { findSameElement } from './find-same-element.ts';
import type { ResolvedIndex } from './resolved-index.ts';
import { removeEmptyLines, writeLines } from './tree-lines.ts';

const DEFAULT_MAX_CHARACTERS = 60_000;
const UNANSWERED = 'The page did not answer in time.';

interface TreeOptions {
  /**
   * Leaves out elements that have no text or attributes and contain only other elements. Default
   * true.
   */
  readonly removeEmptyNodes?: boolean;
  /** Maximum number of characters; the rest is cut off, and the text says so. Default 60,000. */
  readonly maxCharacters?: number;
  /** Redacts secrets in everything that the page contains. Default: nothing is secret. */
  readonly redact?: (text: string) => string;
  /**
   * Numbers of earlier trees: an element keeps its own, and a new element is marked with `*`.
   * Default: none.
   */
  readonly numbers?: ElementNumbers;
  readonly signal: AbortSignal;
}

/** The page as text for a model: usable elements, each with an index, and readable text. */
export interface ModelTree {
  readonly text: string;
  /** Whether lines were left out because of `maxCharacters`. */
  readonly isTruncated: boolean;
  /** Indices in the text, each with the accessible name of its element, if it is known. */
  readonly names: ReadonlyMap<number, string>;
  /**
   * Returns the element of an index in the text, if it still has the same tag, role, name and
   * frame. The caller disposes the handle. `mayHaveChanged`: its role and name may differ, because
   * it was acted on.
   */
  readonly resolve: (
    index: number,
    options?: { readonly mayHaveChanged?: boolean },
  ) => Promise<ResolvedIndex>;
}

/**
 * Reads the page with all its frames and shadow roots. Leaves out passwords and whatever is hidden,
 * covered, without size or aria-hidden.
 */
export async function readModelTree(page: Page, options: TreeOptions): Promise<ModelTree> {
  const { signal, maxCharacters = DEFAULT_MAX_CHARACTERS, removeEmptyNodes = true } = options;
  const { redact = (text: string) => text, numbers = createElementNumbers() } = options;
  const captured = await abortable(capturePage(page, signal), signal);
  const { lines, elements } = collectLines(captured, { redact, number: numbers.number });
  numbers.endTree();
  const kept = removeEmptyNodes ? removeEmptyLines(lines) : lines;
  const { text, isTruncated, shown } = writeLines(kept, maxCharacters);
  return {
    text: captured.main ? text : UNANSWERED,
    isTruncated,
    names: new Map([...shown].map((index) => [index, nameOf(elements.get(index))])),
    resolve: (index, { mayHaveChanged = false } = {}) => {
      const element = shown.has(index) ? elements.get(index) : undefined;
      const found = element && findSameElement(element, { mayHaveChanged });
      return found ? abortable(found, signal) : Promise.resolve({ state: 'unknown' });
    },
  };
}

function nameOf(element: LineElement | undefined): string {
  return element?.captured.accessible.get(element.node.backendNodeId)?.name ?? '';
}
