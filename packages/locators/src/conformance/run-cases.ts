import type { ElementHandle, Page } from 'puppeteer';
import { parseLocator } from '../parse-locator.ts';
import type { LocatorResolver } from '../resolver/locator-resolver.ts';

/** A page, a locator, and the paths of the elements that it must find. */
export interface LocatorCase {
  readonly html: string;
  readonly python: string;
  readonly matched: readonly { readonly path: string }[];
}

export type CaseResult =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'disagrees'; readonly found: readonly string[] | string };

const CASE_DEADLINE_MS = 5_000;

/**
 * Returns a function that resolves one case and compares the paths of the found elements.
 * Consecutive cases with the same HTML share a document, unless it has a script that may change it.
 */
export function createCaseRunner({
  page,
  resolver,
}: {
  readonly page: Page;
  readonly resolver: LocatorResolver;
}): (locatorCase: LocatorCase) => Promise<CaseResult> {
  let shown: string | undefined;
  const show = async (html: string): Promise<void> => {
    if (html === shown && !/<script/i.test(html)) return;
    shown = undefined;
    // A script of the previous case may have navigated, or be about to.
    await page.goto('about:blank');
    await page.setContent(html);
    shown = html;
  };
  return async ({ html, python, matched }) => {
    const signal = AbortSignal.timeout(CASE_DEADLINE_MS);
    try {
      await show(html);
      const handles = await resolver.queryAll(parseLocator(python), { signal });
      const found = await Promise.all(handles.map(domPath));
      const expected = matched.map(({ path }) => path);
      return found.join('\n') === expected.join('\n')
        ? { kind: 'agrees' }
        : { kind: 'disagrees', found };
    } catch (error) {
      return { kind: 'disagrees', found: String(error) };
    }
  };
}

/**
 * Returns the path from the root of the element's document, such as `html[1]/body[2]/div[1]`: each
 * name with its position among its siblings.
 */
export async function domPath(handle: ElementHandle): Promise<string> {
  return handle.evaluate((node) => {
    const steps: string[] = [];
    for (let current: Node | null = node; current; current = current.parentNode) {
      if (current instanceof ShadowRoot) {
        steps.unshift('#shadow');
        current = current.host;
      }
      if (!(current instanceof Element)) break;
      const siblings: Element[] = current.parentNode ? [...current.parentNode.children] : [current];
      steps.unshift(`${current.localName}[${siblings.indexOf(current) + 1}]`);
    }
    return steps.join('/');
  });
}
