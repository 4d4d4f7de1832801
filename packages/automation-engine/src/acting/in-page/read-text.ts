/** What a person would read: the value of a form control, the visible text of anything else. */
export function readElementText(element: Element): string {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (isControl) return element.value;
  return (element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')).trim();
}
