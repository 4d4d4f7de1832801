import { getAriaRole, getElementAccessibleName, isElementVisible } from 'ivya/utils';
import { readLocatorFacts } from './locator-facts.ts';
import type { AncestorFacts, ElementFacts, NearElement } from './near-element.ts';

const MOST_ANCESTORS = 6;
const MOST_STEPS = 25;
const LONGEST_MARK = 40;
const containers = new Set(
  `alertdialog article banner complementary contentinfo dialog form grid group list listitem main menu navigation radiogroup
  region row search tabpanel table toolbar tree treeitem`.split(/\s+/),
);
const repeated = new Set(['article', 'group', 'listitem', 'row', 'treeitem']);
const MARKED_BY =
  'h1, h2, h3, h4, h5, h6, [role=heading], th, td, [role=cell], [role=gridcell], legend, strong, b, a, span, p';

/** Collects what could locate an element, and its surroundings. */
export function describeElement(
  element: Element,
  { index, score }: { readonly index: number; readonly score: number },
): NearElement {
  const isHidden = !isElementVisible(element);
  return { ...readFacts(element), index, score, isHidden, ancestors: describeAncestors(element) };
}

function readFacts(element: Element): ElementFacts {
  return {
    ...readLocatorFacts(element),
    role: getAriaRole(element) ?? '',
    accessibleName: getElementAccessibleName(element, false),
    altText: element.getAttribute('alt')?.trim() ?? '',
  };
}

function describeAncestors(element: Element): AncestorFacts[] {
  const found: AncestorFacts[] = [];
  let current = parentOf(element);
  for (let step = 0; current && step < MOST_STEPS && found.length < MOST_ANCESTORS; step += 1) {
    if (current === document.body) break;
    const role = getAriaRole(current) ?? '';
    const hasName = current.id !== '' || current.hasAttribute('data-testid');
    const isCard = current.querySelector(':scope > :is(h1, h2, h3, h4, h5, h6)') !== null;
    if (containers.has(role) || hasName || isCard) {
      const marks = repeated.has(role) || isCard ? marksOf(current, element) : [];
      found.push({ ...readFacts(current), marks });
    }
    current = parentOf(current);
  }
  return found;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot.parentElement ?? element.parentElement;
  if (element.parentElement) return element.parentElement;
  return element.parentNode instanceof ShadowRoot ? element.parentNode.host : null;
}

/** Returns short texts near the element. */
function marksOf(container: Element, element: Element): string[] {
  const marks: string[] = [];
  for (const part of container.querySelectorAll(MARKED_BY)) {
    const text = (part.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const isUsable = text !== '' && text.length <= LONGEST_MARK && !marks.includes(text);
    if (isUsable && !part.contains(element) && !element.contains(part)) marks.push(text);
    if (marks.length === 3) break;
  }
  return marks;
}
