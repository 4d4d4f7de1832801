const notTyped = new Set(['button', 'checkbox', 'file', 'image', 'radio', 'reset', 'submit']);

/** The text field that an element is, or is part of. */
export function fieldOf(element: Element | undefined): HTMLElement | undefined {
  if (element instanceof HTMLTextAreaElement) return element;
  if (element instanceof HTMLInputElement) return notTyped.has(element.type) ? undefined : element;
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return undefined;
  let host: HTMLElement = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** What a field contains. The recorder reads only fields that are not secret. */
export function valueOf(field: HTMLElement): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.innerText.replace(/\n$/, '');
}
