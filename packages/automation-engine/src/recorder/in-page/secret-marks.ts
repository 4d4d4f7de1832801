import { isSecretKind } from '@errand/locators/secret-kinds';
import { namesSecret } from '../../fields/secret-words.ts';
import { drawnEditor, isMultiLine } from './drawn-editor.ts';
import { fieldOf } from '../../page/in-page/text-field.ts';

const CODE_FIELD = '[autocomplete~="one-time-code" i]';
const namingAttributes = ['aria-label', 'aria-placeholder', 'id', 'name', 'placeholder', 'title'];
const coverings = new Set(['circle', 'disc', 'square']);

/** Fields that have been password fields: a page may show what was typed. */
const marked = new WeakSet<Element>();

/**
 * Whether the value of a field, or what is typed into another element, must not be read. Once a
 * secret, always a secret.
 */
export function isSecretField(field: Element): boolean {
  const isSecret =
    isSecretKind(field) ||
    isCodeField(field) ||
    namesOf(field).some(namesSecret) ||
    isDrawnLine(field) ||
    coverings.has(getComputedStyle(field).getPropertyValue('-webkit-text-security'));
  if (isSecret) marked.add(field);
  return isSecret || marked.has(field);
}

/** Never reads the value of a field from now on. */
export function markSecret(field: Element): void {
  marked.add(field);
}

/** The text of a secret field that is not an input. No locator or extracted text may contain it. */
export function secretTextOf(element: Element): string {
  const field = fieldOf(element) ?? element.closest('[role=textbox]');
  if (!field || isInput(field) || !isSecretField(field)) return '';
  return (element.textContent ?? '').trim();
}

/** The page of an editor that draws its text may draw bullets. */
function isDrawnLine(field: Element): boolean {
  if (fieldOf(field) !== field || isInput(field)) return false;
  const editor = drawnEditor(field);
  return editor !== undefined && !isMultiLine(editor);
}

/** Whether a one-time code is typed into the field, or one character of it. */
export function isCodeField(field: Element): boolean {
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.matches(CODE_FIELD)) return true;
  // Only the first of several boxes may say so.
  const around = field.form ?? field.parentElement?.parentElement;
  return field.maxLength === 1 && Boolean(around?.querySelector(CODE_FIELD));
}

export function isInput(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
}

/** What the page calls a field. */
export function namesOf(field: Element): string[] {
  const root = field.getRootNode();
  const isTree = root instanceof Document || root instanceof ShadowRoot;
  const ids = field.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const others = isTree ? ids.map((id) => root.getElementById(id)) : [];
  const labels = isInput(field) ? [...(field.labels ?? [])] : [];
  return [
    ...namingAttributes.map((name) => field.getAttribute(name) ?? ''),
    ...[...others, ...labels].map((label) => label?.textContent ?? ''),
  ];
}

let onHidden: (field: HTMLInputElement) => unknown;

/** Calls `listener` when a page turns another field into a password field. */
export function whenHidden(listener: (field: HTMLInputElement) => unknown): void {
  onHidden = listener;
}

/** Marks the password fields of a root, including former ones. */
export function followSecrets(root: Document | ShadowRoot): void {
  const observer = new MutationObserver((mutations) => {
    for (const { target, oldValue } of mutations) {
      if (oldValue?.toLowerCase() === 'password' && target instanceof Element) marked.add(target);
      if (target instanceof HTMLInputElement && target.type === 'password') onHidden(target);
    }
  });
  observer.observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
}
