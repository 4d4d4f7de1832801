// This file runs in the page: `correct-ivya.ts` makes the engine call it where Playwright's rules
// are newer.

import { isSecretKind } from './secret-kinds.ts';

/**
 * Returns the role of a `<th>`: from its scope, otherwise from its neighbours. Null if it is the
 * only cell of a table with one row.
 */
export function headerCellRole(cell: Element): 'columnheader' | 'rowheader' | null {
  const scope = cell.getAttribute('scope') ?? '';
  if (/^col(?:group)?$/.test(scope)) return 'columnheader';
  if (/^row(?:group)?$/.test(scope)) return 'rowheader';
  const before = cell.previousElementSibling;
  const after = cell.nextElementSibling;
  if (!before && !after) {
    const row = cell.parentElement;
    const table = row?.localName === 'tr' ? row.closest('table') : null;
    return table && table.rows.length < 2 ? null : 'columnheader';
  }
  if (before?.localName === 'th' && after?.localName === 'th') return 'columnheader';
  return [before, after].some(isFilledDataCell) ? 'rowheader' : 'columnheader';
}

function isFilledDataCell(cell: Element | null): boolean {
  if (cell?.localName !== 'td') return false;
  return cell.childElementCount > 0 || (cell.textContent ?? '').trim() !== '';
}

/**
 * Returns whether an element can have a role, from its tag: computing the roles of all elements of a
 * large page takes much longer. `implicitRole` computes the role of elements with that tag; it has no
 * parameter if the role depends on nothing else.
 */
export function mayHaveRole(
  element: Element,
  role: string,
  implicitRole: ((element: Element) => string | null) | undefined,
): boolean {
  if (element.hasAttribute('role')) return true;
  if (!implicitRole) return false;
  // Cells and list items without a role can inherit these from their table or list.
  if (role === 'none' || role === 'presentation') return true;
  if (implicitRole.length === 0) return implicitRole(element) === role;
  return element.localName !== 'td' || role === 'cell' || role === 'gridcell';
}

/**
 * Returns the elements referenced by `aria-labelledby`, including those set by a script; null if
 * there are none.
 */
export function labellingElements(
  element: Element,
  findByIds: (ids: string | null) => Element[],
): Element[] | null {
  const found =
    element.ariaLabelledByElements ?? findByIds(element.getAttribute('aria-labelledby'));
  return found.length > 0 ? [...found] : null;
}

interface Traversal {
  readonly includeHidden?: boolean;
  readonly embeddedInLabelledBy?: Reference;
  readonly embeddedInDescribedBy?: Reference;
  readonly embeddedInNativeTextAlternative?: Reference;
  readonly embeddedInLabel?: Reference;
}

type Reference = { readonly hidden?: boolean } | undefined;

/**
 * Returns whether text contributes to a name. Unslotted text in a shadow host or in closed details
 * does not.
 */
export function countsAsText(text: Text, traversal: Traversal): boolean {
  const references = [
    traversal.embeddedInLabelledBy,
    traversal.embeddedInDescribedBy,
    traversal.embeddedInNativeTextAlternative,
    traversal.embeddedInLabel,
  ];
  if (traversal.includeHidden || references.some((reference) => reference?.hidden)) return true;
  const parent = text.parentElement;
  if (!parent) return true;
  if (parent.shadowRoot && !text.assignedSlot) return false;
  return !(parent instanceof HTMLDetailsElement) || parent.open;
}

const CONTENT_TOKEN =
  /"((?:[^"\\]|\\[^])*)"|attr\(\s*([\w-]+)\s*\)|(\/)|(\s+)|[\w-]+\((?:"(?:[^"\\]|\\[^])*"|[^")])*\)|[^]/g;

/**
 * Returns the text of an element or pseudo-element from the CSS property `content`; the alternative
 * text after a `/` has priority. Undefined if there is none, in which case an element keeps its own
 * content.
 */
export function styledContent(
  element: Element,
  style: CSSStyleDeclaration | undefined,
  { isPseudo }: { readonly isPseudo: boolean },
): string | undefined {
  const content = style?.content ?? '';
  if (!style || /^(?:|none|normal)$/.test(content)) return undefined;
  if (style.display === 'none' || style.visibility === 'hidden') return undefined;
  const tokens = [...content.matchAll(CONTENT_TOKEN)].filter(([, , , , blank]) => !blank);
  const slash = tokens.findIndex((token) => token[3]);
  if (slash < 0 && !isPseudo) return undefined;
  const texts = tokens
    .slice(slash + 1)
    .map(([, quoted, attribute]) =>
      attribute === undefined ? unescapeCss(quoted) : (element.getAttribute(attribute) ?? ''),
    );
  if (texts.includes(undefined)) return undefined;
  const text = texts.join('');
  return isPseudo && style.display !== 'inline' ? ` ${text} ` : text;
}

function unescapeCss(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code?: string, other?: string) =>
    code === undefined ? (other ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

const coverings = new Set(['circle', 'disc', 'square']);

/** Returns what a field contributes to the name of an element around it: its value, if not secret. */
export function shownValue(field: HTMLInputElement | HTMLTextAreaElement): string {
  const covering = getComputedStyle(field).getPropertyValue('-webkit-text-security');
  return isSecretKind(field) || coverings.has(covering) ? '' : field.value;
}
