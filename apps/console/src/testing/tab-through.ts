import type { TestPage } from '@errand/test-kit';

/** More tab stops than any page has. */
const MOST_STOPS = 400;

/**
 * Presses Tab from the beginning of the page to its end. Returns the elements that a mouse can use
 * but Tab did not reach, and those whose focus is not visible.
 */
export async function tabThrough(page: TestPage['page']): Promise<string[]> {
  await page.evaluate(startAtTop);
  const reached = new Set<string>();
  const faults: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const { index, isSeen, words } = await page.evaluate(describeFocus);
    if (index === undefined || reached.has(index)) break;
    reached.add(index);
    if (!isSeen) faults.push(`no visible focus: ${words}`);
  }
  const missed = await page.evaluate(listMissed, [...reached]);
  return [...faults, ...missed.map((words) => `not reached by Tab: ${words}`)];
}

/** Runs in the page: numbers the usable elements and puts the focus before the first. */
function startAtTop(): void {
  const usable = 'a[href], button, input, select, textarea, summary, video, [tabindex]';
  for (const [index, element] of [...document.querySelectorAll(usable)].entries()) {
    element.setAttribute('data-stop', String(index));
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.setPosition(document.body, 0);
}

/** Runs in the page. */
function describeFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return { index: undefined, isSeen: true, words: '' };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  // A part of the page that arrived after the others has no numbers yet.
  if (!element.hasAttribute('data-stop')) {
    element.setAttribute('data-stop', `late-${document.querySelectorAll('[data-stop]').length}`);
  }
  return {
    index: element.getAttribute('data-stop') ?? undefined,
    isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
    words: element.outerHTML.slice(0, 160),
  };
}

/** Runs in the page. */
function listMissed(reached: readonly string[]): string[] {
  return [...document.querySelectorAll('[data-stop]')]
    .filter((element) => !reached.includes(element.getAttribute('data-stop') ?? ''))
    .filter(
      (element) =>
        // The arrow keys switch between tabs, and a virtual list shows other rows after scrolling.
        !element.matches('[tabindex="-1"], :disabled, .task-row.body *') &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    .map((element) => element.outerHTML.slice(0, 160));
}
