import { whyNotVisible } from './element-facts.ts';
import { whyNotHit } from './hit-test.ts';
import type { Point } from '../../targets/point.ts';

/** A place where the text is visible. */
export interface VisibleText {
  /** Its centre, in the document's own pixels. */
  readonly point: Point;
  readonly width: number;
  readonly height: number;
  /** Whether the element contains this text and nothing else. */
  readonly isWhole: boolean;
}

/**
 * Returns where a person can see the text. Case and white space do not matter; covered places do
 * not count.
 */
export function findTexts(keyword: string): VisibleText[] {
  const sought = foldText(keyword);
  if (sought === '') return [];
  return elementsWithText(document, sought).flatMap(({ element, text }) => {
    if (whyNotVisible(element) !== undefined) return [];
    const box = boxOfText(element, sought);
    const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const isSeen = box.width > 0 && whyNotHit(element, point) === undefined;
    const { width, height } = box;
    return isSeen ? [{ point, width, height, isWhole: foldText(text) === sought }] : [];
  });
}

function foldText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns the smallest elements that contain the text, including those in open shadow roots. */
function elementsWithText(
  root: Document | ShadowRoot,
  sought: string,
): { element: Element; text: string }[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const inside = element.shadowRoot ? elementsWithText(element.shadowRoot, sought) : [];
    const text = shownText(element);
    const isSmallest =
      text !== undefined &&
      foldText(text).includes(sought) &&
      ![...element.children].some((child) => foldText(shownText(child) ?? '').includes(sought));
    if (!isSmallest) return inside;
    // `textContent` includes scripts and other text that is not drawn.
    const drawn = element instanceof HTMLElement && text === element.textContent;
    const seen = drawn ? element.innerText : text;
    return foldText(seen).includes(sought) ? [{ element, text: seen }, ...inside] : inside;
  });
}

/** Returns undefined if neither the element nor its children show text. */
function shownText(element: Element): string | undefined {
  if (element.matches('script, style, head, head *, template, noscript, option, optgroup')) {
    return undefined;
  }
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label;
  if (element instanceof HTMLTextAreaElement) return element.value || element.placeholder;
  if (!(element instanceof HTMLInputElement)) return element.textContent ?? undefined;
  const typesWithoutText = 'checkbox color file hidden image password radio range'.split(' ');
  if (element.type === 'password') return element.value === '' ? element.placeholder : undefined;
  return typesWithoutText.includes(element.type) ? undefined : element.value || element.placeholder;
}

/** Returns the box of the text itself: a wide element may show its text at only one end. */
function boxOfText(element: Element, sought: string): DOMRect {
  const range = document.createRange();
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue;
    const start = node.data.toLowerCase().indexOf(sought);
    if (start < 0) continue;
    range.setStart(node, start);
    range.setEnd(node, start + sought.length);
    return firstBox(range) ?? element.getBoundingClientRect();
  }
  range.selectNodeContents(element);
  return firstBox(range) ?? element.getBoundingClientRect();
}

function firstBox(range: Range): DOMRect | undefined {
  return [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
}

/** Resolves at the next change to the document, or when the time is up. */
export function nextChange(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(finish);
    const timer = setTimeout(finish, timeoutMs);
    function finish(): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(document, changes);
  });
}
