/** The element whose text the page draws itself, by an `EditContext`. */
export function drawnEditor(element: Element): Element | undefined {
  if (Reflect.get(element, 'editContext')) return element;
  const root = element.getRootNode();
  const outer = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  return outer && drawnEditor(outer);
}

/** A text of several lines, as in Monaco, is not a password. A canvas may draw any field. */
export function isMultiLine(editor: Element): boolean {
  return editor.matches('[role=textbox][aria-multiline=true]:not(canvas)');
}
