import { getElementAccessibleName } from 'ivya/utils';

/** A shorter text may be in the name of another element by chance. */
const SHORTEST_SECRET = 4;

/**
 * Returns the accessible name of an element; an empty one if it contains the content of a password
 * field, as the name of the row that contains the field does.
 */
export function shownName(element: Element): string {
  const name = getElementAccessibleName(element, false);
  const root = element.getRootNode();
  if (name === '' || !(root instanceof Document || root instanceof ShadowRoot)) return name;
  const fields = root.querySelectorAll<HTMLInputElement>('input[type=password]');
  return [...fields].some((field) => shows(name, field, element)) ? '' : name;
}

function shows(name: string, field: HTMLInputElement, element: Element): boolean {
  const text = field.value.replaceAll(/\s+/g, ' ').trim();
  if (text === '' || !name.includes(text)) return false;
  return text.length >= SHORTEST_SECRET || element.contains(field);
}
