/**
 * Returns what a person would read: the value of a form control, the visible text of anything else.
 */
export function readElementText(element: Element): string {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (isControl) return element.value;
  return (element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')).trim();
}

/** Returns the text of each element, or its named attribute; null for a missing attribute. */
export function readElementTexts(
  first: Element,
  attribute: string | null,
  ...others: readonly Element[]
): (string | null)[] {
  return [first, ...others].map((element) =>
    attribute === null ? readElementText(element) : element.getAttribute(attribute),
  );
}
