import { isSecretKind } from '@errand/locators/secret-kinds';
import { namesSecretInCode } from '../../../fields/secret-words.ts';
import { fieldOf } from '../../../page/in-page/text-field.ts';

/** A field, or the editing host of a text. */
export type Field = HTMLElement;

const namingAttributes = ['aria-label', 'aria-placeholder', 'id', 'name', 'placeholder', 'title'];
/** Pages split codes over fields of up to this many characters. Longer values count alone. */
const LONGEST_BOX = 3;

/** The fields that hold a value together: the boxes of a code, or else the field alone. */
export function boxesOf(field: Field): readonly Field[] {
  if (!(field instanceof HTMLInputElement)) return [field];
  const { form, maxLength, parentElement } = field;
  if (maxLength < 1 || maxLength > LONGEST_BOX) return [field];
  const place = form ?? parentElement?.parentElement ?? parentElement;
  const inputs = [...(place?.querySelectorAll('input') ?? [])];
  const boxes = inputs.filter((input) => input.maxLength === maxLength && fieldOf(input));
  return boxes.length > 0 ? boxes : [field];
}

/** Whether what is typed into a field is a password or a one-time code. */
export function isSecretField(field: Field): boolean {
  if (isSecretKind(field)) return true;
  const covering = getComputedStyle(field).getPropertyValue('-webkit-text-security') || 'none';
  return covering !== 'none' || namesOf(field).some(namesSecretInCode);
}

function namesOf(field: Field): readonly string[] {
  const root = field.getRootNode();
  const ids = field.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const isTree = root instanceof Document || root instanceof ShadowRoot;
  const labels = [
    ...('labels' in field ? ((field as HTMLInputElement).labels ?? []) : []),
    ...(isTree ? ids.map((id) => root.getElementById(id)) : []),
  ];
  const attributes = namingAttributes.map((name) => field.getAttribute(name));
  return [...attributes, ...labels.map((label) => label?.textContent)].map((name) => name ?? '');
}
