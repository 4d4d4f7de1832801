import { controlOf, whyNotEditable, whyNotEnabled, whyNotVisible } from './element-facts.ts';

export type Fact =
  | 'attribute'
  | 'checked'
  | 'editable'
  | 'enabled'
  | 'inner_html'
  | 'inner_text'
  | 'input_value'
  | 'text_content'
  | 'visible';

export type ReadFact =
  | { readonly state: 'read'; readonly value: string | boolean | null }
  /** The element has no such property. */
  | { readonly state: 'refused'; readonly problem: string };

/** Reads one property of an element. `name` is that of the attribute. */
export function readFact(element: Element, fact: Fact, name = ''): ReadFact {
  const control = controlOf(element);
  const readers: Record<Fact, () => string | boolean | null | undefined> = {
    attribute: () => element.getAttribute(name),
    checked: () => checkedStateOf(control),
    editable: () => whyNotEnabled(element) === undefined && whyNotEditable(element) === undefined,
    enabled: () => whyNotEnabled(element) === undefined,
    inner_html: () => element.innerHTML,
    inner_text: () => (element instanceof HTMLElement ? element.innerText : element.textContent),
    input_value: () => valueOf(control),
    text_content: () => element.textContent,
    visible: () => whyNotVisible(element) === undefined,
  };
  const value = readers[fact]();
  if (value !== undefined) return { state: 'read', value };
  return { state: 'refused', problem: `has no ${fact.replace('_', ' ')} to read` };
}

function checkedStateOf(control: Element): boolean | undefined {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.checked;
  }
  const state = control.getAttribute('aria-checked');
  return state === null ? undefined : state === 'true';
}

export function valueOf(control: Element): string | undefined {
  const isField =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  return isField ? control.value : undefined;
}
