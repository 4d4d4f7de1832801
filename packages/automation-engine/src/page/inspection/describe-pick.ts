import { type LocatorCandidate, parseLocator } from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import { findCandidates } from '../elements/find-candidates.ts';
import type { PageRun } from '../page-run.ts';
import { type LocatedElement, locateElements } from './locate-elements.ts';

/**
 * Ranks below the element's own locators that use a name, and above those that use its appearance.
 */
const SCORE_IN_CONTEXT = 60;

export interface PickedElement {
  /** Locators that match only this element now, the most stable first. */
  readonly candidates: readonly LocatorCandidate[];
  /** Undefined if no locator leads to the element: it is in a closed shadow root, for example. */
  readonly element: LocatedElement | undefined;
}

/** Finds locators for a picked element, including those by what surrounds it. */
export async function describePick(run: PageRun, handle: ElementHandle): Promise<PickedElement> {
  const own = await findCandidates(run, handle);
  const [best] = own;
  if (!best) return { candidates: [], element: undefined };
  const around = await findInContext(run, best.command);
  const more = around.filter(({ command }) => own.every((one) => one.command !== command));
  const candidates = [...own, ...more].toSorted((left, right) => right.score - left.score);
  const { matches } = await locateElements(run, best.command);
  return { candidates, element: matches[0] };
}

/** `get_by_role("row").filter(has_text="Ann").get_by_role("button")`, for example. */
async function findInContext(run: PageRun, command: string): Promise<LocatorCandidate[]> {
  const resolver = await run.resolverOf(run.pages.current().page);
  const found: LocatorCandidate[] = [];
  const search = {
    expression: parseLocator(command, run.bindings),
    isExpressionHidden: true,
    mayShow: (text: string) => run.redact(text) === text,
    onMatch: (match: { readonly command: string }) => {
      found.push({ command: match.command, kind: 'context', score: SCORE_IN_CONTEXT });
    },
  };
  await resolver.tellApart(search, 1);
  return found;
}
