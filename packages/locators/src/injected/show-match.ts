import { getAriaRole, getElementAccessibleName, isElementVisible } from 'ivya/utils';

const LONGEST_TEXT = 200;

/** What a match of a locator shows to a person. */
export interface ShownMatch {
  /** Box in CSS pixels of the visible part of the element's document. Null without a box. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** The element's text, without values of fields; the first 200 characters. */
  readonly text: string;
  /** Empty if the element has no role. */
  readonly role: string;
  readonly name: string;
  /** Lower case. */
  readonly tag: string;
  readonly isVisible: boolean;
}

/** All matches of a selector, of which only the first are described. */
export interface ShownMatches {
  readonly count: number;
  readonly matches: readonly ShownMatch[];
}

export function showMatch(element: Element): ShownMatch {
  return {
    box: boxOf(element),
    text: shorten(textOf(element)),
    role: getAriaRole(element) ?? '',
    name: shorten(getElementAccessibleName(element, false)),
    tag: element.localName,
    isVisible: isElementVisible(element),
  };
}

function boxOf(element: Element): ShownMatch['box'] {
  if (element.getClientRects().length === 0) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** Fields are left out: the text of a text area is its initial content. */
function textOf(element: Element): string {
  if (element.matches('input, textarea')) return '';
  return element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain;
}
