/** Returns the parent in the rendered tree: through slots and out of shadow roots. */
export function renderedParent(element: Element): Element | undefined {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

/** `<div id="overlay">`: enough to recognise an element, without any of its text. */
export function describeElement(element: Element): string {
  const attributes = ['id', 'name', 'type', 'role', 'class'].flatMap((name) => {
    const value = element.getAttribute(name);
    return value ? [` ${name}="${value.slice(0, 60)}"`] : [];
  });
  return `<${element.localName}${attributes.slice(0, 3).join('')}>`;
}

/**
 * Returns the form control that a label (or something inside it) stands for, or the element
 * itself.
 */
export function controlOf(element: Element): Element {
  if (element.matches('input, textarea, select, button')) return element;
  if (element instanceof HTMLElement && element.isContentEditable) return element;
  return element.closest('label')?.control ?? element;
}

export function whyNotVisible(element: Element): string | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'contents') {
    return [...element.children].some((child) => !whyNotVisible(child))
      ? undefined
      : 'is not visible: it has no box of its own, and none of its children is visible';
  }
  if (!element.checkVisibility())
    return 'is not visible: it or an element around it is not displayed';
  if (style.visibility !== 'visible')
    return `is not visible: its visibility is ${style.visibility}`;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? undefined : 'is not visible: its box is empty';
}

export function whyNotEnabled(element: Element): string | undefined {
  const control = controlOf(element);
  if (control.matches(':disabled'))
    return `is not enabled: ${describeElement(control)} is disabled`;
  for (let node: Element | undefined = control; node; node = renderedParent(node)) {
    if (node.getAttribute('aria-disabled') === 'true') {
      return `is not enabled: ${describeElement(node)} has aria-disabled="true"`;
    }
  }
  return undefined;
}

/** Returns a problem that waiting may solve: the element may become editable. */
export function whyNotEditable(element: Element): string | undefined {
  const control = controlOf(element);
  const isReadOnly =
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    control.readOnly;
  if (isReadOnly) return 'is not editable: it is read-only';
  const isAriaReadOnly = control.getAttribute('aria-readonly') === 'true';
  return isAriaReadOnly ? 'is not editable: it has aria-readonly="true"' : undefined;
}

/** Returns a problem that waiting does not solve: the element is not a text field. */
export function whyNotTextField(element: Element): string | undefined {
  const control = controlOf(element);
  if (control instanceof HTMLTextAreaElement) return undefined;
  if (control instanceof HTMLElement && control.isContentEditable) return undefined;
  const isInput = control instanceof HTMLInputElement;
  const typesWithoutText = 'button checkbox file hidden image radio reset submit'.split(' ');
  if (isInput && !typesWithoutText.includes(control.type)) return undefined;
  return `is ${describeElement(control)}, which takes no text: only input, textarea and contenteditable elements do`;
}
