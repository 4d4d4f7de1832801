import { beginAriaCaches, endAriaCaches, getAriaRole, getElementAccessibleName } from 'ivya/utils';
import { describeElement } from './describe-element.ts';
import { testAttributeNames } from './locator-facts.ts';
import type { NearElement, Wanted } from './near-element.ts';
import { coverage, similarity } from './similarity.ts';

const INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role], [contenteditable=""], [contenteditable=true], [tabindex], [onclick]';
const testAttributes = ['data-testid', ...testAttributeNames()];
const SKIPPED =
  'script, style, noscript, template, head, head *, html, body, label:has(input, select, textarea), label[for]';
const fitting = {
  click: INTERACTIVE,
  fill: 'input, textarea, [contenteditable], [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]',
  select: 'select, [role=combobox], [role=listbox]',
  check: 'input[type=checkbox], input[type=radio], [role=checkbox], [role=switch], [role=radio]',
};
const relatedRoles: readonly (readonly string[])[] = [
  ['button', 'link', 'menuitem', 'tab', 'option'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ['combobox', 'listbox'],
  ['checkbox', 'switch', 'menuitemcheckbox', 'radio'],
  ['dialog', 'alertdialog'],
  ['cell', 'gridcell', 'columnheader', 'rowheader'],
  ['list', 'listbox', 'menu'],
  ['listitem', 'option', 'menuitem', 'treeitem'],
];
const MOST_STEPS_AROUND = 8;
const LONGEST_AROUND = 400;
const MOST_ELEMENTS = 20_000;
const MOST_RANKED = 40;
const LEAST_SCORE = 0.5;
/** Threshold for elements that share only the role. */
const KIN_SCORE = 0.25;

interface Scored {
  readonly element: Element;
  readonly score: number;
}

/**
 * Returns the elements most similar to the target, best first, including open shadow roots. Stops
 * after `budgetMs` with the results so far.
 */
export function findNearest(
  wanted: Wanted,
  { atMost, budgetMs }: { readonly atMost: number; readonly budgetMs: number },
): { elements: Element[]; facts: NearElement[] } {
  const deadline = performance.now() + budgetMs;
  beginAriaCaches();
  try {
    const rough: Scored[] = [];
    for (const element of candidates(document, deadline)) {
      const score = scoreElement(element, quickTexts(element), wanted);
      const isKin =
        score >= KIN_SCORE && wanted.role !== undefined && fitsRole(element, wanted) === 1;
      if (score >= LEAST_SCORE || isKin) rough.push({ element, score });
    }
    const ranked = best(rough)
      .slice(0, MOST_RANKED)
      .map(({ element, score }) => {
        if (performance.now() > deadline) return { element, score };
        const texts = [...quickTexts(element), getElementAccessibleName(element, false)];
        return { element, score: scoreElement(element, texts, wanted) };
      });
    const nearest = best(ranked).slice(0, atMost);
    return {
      elements: nearest.map(({ element }) => element),
      facts: nearest.map(({ element, score }, index) => describeElement(element, { index, score })),
    };
  } finally {
    endAriaCaches();
  }
}

function best(scored: readonly Scored[]): Scored[] {
  return scored.toSorted((left, right) => right.score - left.score);
}

/** Yields interactive elements, and others with their own text or a test attribute. */
function* candidates(root: Document | ShadowRoot, deadline: number): Generator<Element> {
  let count = 0;
  for (const element of root.querySelectorAll('*')) {
    count += 1;
    if (count > MOST_ELEMENTS || (count % 100 === 0 && performance.now() > deadline)) return;
    if (element.shadowRoot) yield* candidates(element.shadowRoot, deadline);
    if (element.matches(SKIPPED)) continue;
    if (element.matches(INTERACTIVE)) yield element;
    else if (hasOwnText(element) && !element.closest('a[href], button')) yield element;
    else if (element.matches('img, svg, dialog, form, fieldset, table')) yield element;
    else if (testAttributes.some((name) => element.hasAttribute(name))) yield element;
  }
}

function hasOwnText(element: Element): boolean {
  return [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  );
}

/** Returns the texts of an element that are cheap to read. */
function quickTexts(element: Element): string[] {
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
  const texts = attributes.map((name) => element.getAttribute(name) ?? '');
  if (element instanceof HTMLInputElement && /^(?:button|submit|reset)$/.test(element.type)) {
    texts.push(element.value);
  }
  if ('labels' in element && element.labels instanceof NodeList) {
    texts.push(...[...element.labels].map((label) => label.textContent ?? ''));
  }
  const own = element.textContent ?? '';
  if (own.length <= 200 && !element.matches('select, textarea')) texts.push(own);
  return texts.filter((text) => text.trim() !== '');
}

function scoreElement(element: Element, texts: readonly string[], wanted: Wanted): number {
  const { words, names, about = '' } = wanted;
  const machineNames = [element.id, element.getAttribute('name') ?? '', ...element.classList];
  machineNames.push(...testAttributes.map((name) => element.getAttribute(name) ?? ''));
  const byWords = highest(words, texts, similarity);
  const byNames = highest(names, machineNames, similarity);
  const across = Math.max(
    highest(names, texts, similarity),
    words.length > 0 ? highest(words, machineNames, similarity) : 0,
  );
  const isAbout = about !== '' && texts.some((text) => coverage(text, about) > 0.99);
  const saysNothing = words.length === 0 && names.length === 0 && about === '';
  const base = Math.max(byWords, byNames, 0.9 * across, isAbout ? 0.85 : 0, saysNothing ? 0.6 : 0);
  const fits = 0.2 * fitsRole(element, wanted) + 0.1 * fitsAct(element, wanted);
  const score = 0.95 * (0.7 * base + fits) + 0.05 * fitsAround(element, wanted);
  return isShown(element) ? score : 0.9 * score;
}

function highest(
  wanted: readonly string[],
  found: readonly string[],
  compare: (left: string, right: string) => number,
): number {
  return Math.max(0, ...wanted.flatMap((left) => found.map((right) => compare(left, right))));
}

function fitsRole(element: Element, { role, tag }: Wanted): number {
  if (role === undefined) return tag === undefined ? 0.5 : element.localName === tag ? 1 : 0.3;
  const actual = getAriaRole(element) ?? '';
  if (actual === role) return 1;
  return relatedRoles.some((roles) => roles.includes(actual) && roles.includes(role)) ? 0.6 : 0;
}

function fitsAct(element: Element, { act }: Wanted): number {
  if (act === undefined) return 0.5;
  return element.matches(fitting[act]) ? 1 : 0;
}

/** Rates how close the text sought in the container is to the element: 1 is closest, 0 absent. */
function fitsAround(element: Element, { around }: Wanted): number {
  if (around.length === 0) return 1;
  let current: Element | null = element.parentElement;
  for (let step = 0; current && step < MOST_STEPS_AROUND; step += 1) {
    const text = current.textContent ?? '';
    if (text.length > LONGEST_AROUND) break;
    const heard = text.toLowerCase();
    if (around.some((word) => heard.includes(word.toLowerCase()))) return 1 - step / 10;
    current = current.parentElement;
  }
  return 0;
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
