import { controlOf, describeElement, whyNotTextField } from './element-facts.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

/** Waits for the field and replaces its whole value at once. */
export async function fillWhenReady(
  element: Element,
  text: string,
  needs: Needs,
): Promise<Readiness> {
  const readiness = await focusWhenReady(element, needs);
  if (readiness.state !== 'ready') return readiness;
  const control = controlOf(element);
  if (!(control instanceof HTMLElement)) return { state: 'refused', problem: 'takes no text' };
  const problem = replaceText(control, text);
  return problem === undefined ? readiness : { state: 'refused', problem };
}

export async function fieldReadiness(element: Element, needs: Needs): Promise<Readiness> {
  const refusal = needs.isEditable ? whyNotTextField(element) : undefined;
  if (refusal !== undefined) return { state: 'refused', problem: refusal };
  return waitUntilReady(element, needs);
}

/** Waits for the element and gives it the focus. A field must take it, or keys would go to another one. */
export async function focusWhenReady(element: Element, needs: Needs): Promise<Readiness> {
  const end = performance.now() + needs.timeoutMs;
  for (;;) {
    const timeoutMs = Math.max(0, end - performance.now());
    const readiness = await fieldReadiness(element, { ...needs, timeoutMs });
    const control = controlOf(element);
    if (readiness.state !== 'ready' || !(control instanceof HTMLElement)) return readiness;
    const problem = whyNotFocused(control);
    if (problem === undefined && control.isContentEditable) placeCaret(control);
    if (problem === undefined || !needs.isEditable) return readiness;
    if (performance.now() >= end) return { state: 'blocked', problem };
    await nextFrame();
  }
}

/** Gives the focus. A field that hands it on at once has had it. */
export function whyNotFocused(control: HTMLElement): string | undefined {
  const owner = editingHostOf(control);
  const root = owner.getRootNode();
  const isActive = () => 'activeElement' in root && root.activeElement === owner;
  if (isActive() || document.designMode === 'on') return undefined;
  let hasHadFocus = false;
  const note = () => {
    hasHadFocus = true;
  };
  owner.addEventListener('focus', note, { once: true });
  owner.focus();
  owner.removeEventListener('focus', note);
  return isActive() || hasHadFocus
    ? undefined
    : `is ${describeElement(owner)}, which cannot be given the focus: it is inert, or behind a modal dialog`;
}

/** Of a text that is edited in place its outermost element has the focus; anything else has its own. */
export function editingHostOf(control: HTMLElement): HTMLElement {
  let host = control;
  while (host.isContentEditable && host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** Behind the text of the element, unless a click has put it somewhere inside. */
export function placeCaret(control: HTMLElement): void {
  const selection = document.getSelection();
  const isInside = selection?.anchorNode && control.contains(selection.anchorNode);
  if (control === editingHostOf(control) || isInside) return;
  selection?.selectAllChildren(control);
  selection?.collapseToEnd();
}

/** The text is never part of the answer: it may be a secret. */
export function replaceText(control: HTMLElement, text: string): string | undefined {
  if (control instanceof HTMLInputElement) {
    const problem = setInputValue(control, text);
    if (problem !== undefined) return problem;
  } else if (control instanceof HTMLTextAreaElement) {
    writeValue(control, HTMLTextAreaElement.prototype, text);
  } else {
    return replaceEditableText(control, text);
  }
  const details = { bubbles: true, composed: true, inputType: 'insertText', data: text };
  control.dispatchEvent(new InputEvent('input', details));
  control.dispatchEvent(new Event('change', { bubbles: true }));
  return undefined;
}

export function setInputValue(input: HTMLInputElement, text: string): string | undefined {
  const formats: Record<string, string> = {
    color: 'a colour as #rrggbb',
    date: 'a date as YYYY-MM-DD',
    'datetime-local': 'a date and time as YYYY-MM-DDTHH:MM',
    month: 'a month as YYYY-MM',
    number: 'a number',
    range: `a number from ${input.min || '0'} to ${input.max || '100'} in steps of ${input.step || '1'}`,
    time: 'a time as HH:MM',
    week: 'a week as YYYY-Www',
  };
  const format = formats[input.type];
  const wanted = format === undefined ? text : text.trim();
  const before = input.value;
  writeValue(input, HTMLInputElement.prototype, wanted);
  if (format === undefined || isAccepted(input, wanted)) return undefined;
  writeValue(input, HTMLInputElement.prototype, before);
  return `is ${describeElement(input)}, which takes ${format}; the text given is something else`;
}

/** What the browser cannot read it replaces by an empty or a nearer value. */
export function isAccepted(input: HTMLInputElement, wanted: string): boolean {
  if (input.value === wanted) return true;
  if (wanted === '' || input.value === '') return false;
  if (input.type === 'color') return input.value === wanted.toLowerCase();
  if (input.type === 'time' || input.type === 'datetime-local') {
    return input.value === wanted.replace(' ', 'T') || wanted.startsWith(`${input.value}:00`);
  }
  return Number(input.value) === Number(wanted);
}

/** Through the prototype: frameworks watch for writes to the element's own property. */
export function writeValue(control: HTMLElement, prototype: object, value: string): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
}

/** Editors listen for the browser's own editing events, so the text goes in as an edit. */
export function replaceEditableText(control: HTMLElement, text: string): string | undefined {
  if (control === editingHostOf(control)) document.execCommand('selectAll');
  else document.getSelection()?.selectAllChildren(control);
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  return isDone || text === '' ? undefined : 'did not take the text';
}
