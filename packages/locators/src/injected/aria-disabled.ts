import { getAriaDisabled, getAriaRole } from 'ivya/utils';

/** Roles that may be disabled (WAI-ARIA 1.2). */
const disableableRoles = new Set(
  `application button composite gridcell group input link menuitem scrollbar separator tab checkbox
  columnheader combobox grid listbox menu menubar menuitemcheckbox menuitemradio option radio
  radiogroup row rowheader searchbox select slider spinbutton switch tablist textbox toolbar tree
  treegrid treeitem`.split(/\s+/),
);

/** Whether an element is disabled. Beyond the engine's own answer, ancestors of any role and disabled option groups count, as in Playwright. */
export function isAriaDisabled(element: Element): boolean {
  if (getAriaDisabled(element)) return true;
  if (element instanceof HTMLOptionElement && element.closest('optgroup[disabled]')) return true;
  return disableableRoles.has(getAriaRole(element) ?? '') && isDisabledByAncestor(element);
}

function isDisabledByAncestor(element: Element): boolean {
  for (let current: Element | null = element; current; current = parentOf(current)) {
    const value = current.getAttribute('aria-disabled')?.toLowerCase();
    if (value === 'true') return true;
    if (value === 'false') return false;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  return element.parentNode instanceof ShadowRoot ? element.parentNode.host : null;
}
