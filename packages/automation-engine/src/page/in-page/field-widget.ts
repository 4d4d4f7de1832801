import { renderedParent } from './element-facts.ts';

// What a page draws around a field, such as tags made from its text. Runs inside the page like the
// others.

/** The parts of the page that belong to one field, at one moment. */
export interface FieldWidget {
  readonly root: Element;
  /** The text it shows, except the text being edited. */
  readonly text: string;
  readonly elementCount: number;
}

/** Returns the widget of a field: its surroundings up to the next field, at most five levels up. */
export function widgetOf(control: HTMLElement): FieldWidget {
  const others = 'input:not([type="hidden"], [hidden]), textarea:not([hidden])';
  let root: Element = control;
  for (let level = 0; level < 5; level += 1) {
    const parent = renderedParent(root);
    if (!parent || parent.matches('body, form, fieldset, dialog, main, td, [role="dialog"]')) break;
    const isShared = [...parent.querySelectorAll(others)].some((field) => field !== control);
    if (isShared) break;
    root = parent;
  }
  return describeWidget(root);
}

function describeWidget(root: Element): FieldWidget {
  const texts: string[] = [];
  let elementCount = 0;
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const parent = node.parentElement;
      if (!(parent instanceof HTMLElement && parent.isContentEditable)) texts.push(node.data);
      return;
    }
    if (!(node instanceof Element) || node.matches('script, style, template')) return;
    // An editor draws its own lines freely; uneditable content in it may be a tag.
    if (!(node instanceof HTMLElement && node.isContentEditable)) elementCount += 1;
    node.shadowRoot?.childNodes.forEach(visit);
    node.childNodes.forEach(visit);
  };
  visit(root);
  const text = texts.join(' ').replaceAll(/\s+/g, ' ').trim();
  return { root, text, elementCount };
}

/**
 * Returns what the widget shows, if it has changed. `successor`: the field that has replaced the
 * control.
 */
export function changedWidgetText(
  before: FieldWidget,
  successor: HTMLElement | undefined,
): string | undefined {
  const now = before.root.isConnected
    ? describeWidget(before.root)
    : successor && widgetOf(successor);
  if (!now || (now.text === before.text && now.elementCount === before.elementCount)) {
    return undefined;
  }
  return now.text.slice(0, 200);
}
