const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

interface Place {
  readonly element: HTMLElement;
  /** The parents from the inside out, with the element's index among what can be focused there. */
  readonly parents: readonly (readonly [parent: HTMLElement, index: number])[];
}

/**
 * Keeps the place of keyboard users in a page. When the focused element disappears, the browser
 * focuses nothing. What took its place then gets the focus, and a button that was disabled for a
 * moment gets it back. Returns a function that ends this.
 */
export function keepFocus(page: HTMLElement): () => void {
  const { body } = document;
  let place: Place | undefined;
  let wasDisabled = false;
  const remember = ({ target }: FocusEvent) => {
    const isInside = target instanceof HTMLElement && target !== page && page.contains(target);
    // A dialog returns the focus to the page.
    if (!isInside) return;
    place = { element: target, parents: listParents(target, page) };
    wasDisabled = false;
  };
  // A click elsewhere gives the place up.
  const giveUp = () => {
    place = undefined;
  };
  const restore = () => {
    if (!place) return;
    const { element } = place;
    if (element.isConnected && element.matches(':disabled')) wasDisabled = true;
    else if (document.activeElement === body && (wasDisabled || !element.isConnected)) {
      const next = element.isConnected ? element : findNext(place, page);
      place = undefined;
      next.focus({ preventScroll: true });
    }
  };
  const observer = new MutationObserver(restore);
  observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', giveUp);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', giveUp);
  };
}

function listParents(element: HTMLElement, page: HTMLElement): Place['parents'] {
  const parents: (readonly [HTMLElement, number])[] = [];
  for (let parent = element.parentElement; parent && parent !== page;) {
    parents.push([parent, [...parent.querySelectorAll(FOCUSABLE)].indexOf(element)]);
    parent = parent.parentElement;
  }
  return parents;
}

/** What is at the place now, or else the heading of the page. */
function findNext({ element, parents }: Place, page: HTMLElement): HTMLElement {
  if (element.matches('h1')) return headingOf(page);
  for (const [parent, index] of parents) {
    if (!parent.isConnected || parent.parentElement === page) continue;
    const found = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const next = found[Math.min(Math.max(index, 0), found.length - 1)];
    if (next) return next;
  }
  return headingOf(page);
}

/** Focuses the heading of a page, or the page itself while it has none. */
export function focusHeading(page: HTMLElement): void {
  headingOf(page).focus({ preventScroll: true });
}

function headingOf(page: HTMLElement): HTMLElement {
  const heading = page.querySelector('h1');
  if (!heading) return page;
  heading.tabIndex = -1;
  return heading;
}
