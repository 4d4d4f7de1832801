import { announceChange } from './announce-change.ts';
import { controlOf, describeElement } from './element-facts.ts';
import { hasParts, isAccepted, setParts, whyNotReadable, writeValue } from './field-parts.ts';
import { changedWidgetText, type FieldWidget, widgetOf } from './field-widget.ts';
import { editingHostOf, focusWhenReady } from './focus-field.ts';
import { holdsEditedText, holdsLines, holdsText } from './taken-text.ts';
import { type Needs, nextFrame, type Readiness } from './wait-until-ready.ts';

export type Filling =
  | Exclude<Readiness, { state: 'ready' }>
  /** The field has focus and its content is selected: the text can now be inserted. */
  | { readonly state: 'selected' }
  | { readonly state: 'filled' }
  | NotTaken;

/**
 * The text was entered, but the field contains something else. `problem` never contains the text:
 * it may be a secret.
 */
export interface NotTaken {
  readonly state: 'not-taken';
  readonly problem: string;
  /** What the field and its widget show. Omitted for a password field. */
  readonly shown?: string | undefined;
  /** The page did nothing with the text, so it can be entered again. */
  readonly mayRepeat: boolean;
}

/**
 * What is known of the field between selecting its content and checking what happened to the text.
 */
interface OpenFill {
  readonly control: HTMLElement;
  readonly before: string;
  readonly widget: FieldWidget;
  /** How the browser read the text, before scripts of the page saw it. */
  read?: string;
}

let openFill: OpenFill | undefined;

/**
 * Waits for the field, focuses it and selects its content. A field with parts, such as a date, is
 * set right away.
 */
export async function beginFill(element: Element, text: string, needs: Needs): Promise<Filling> {
  const end = performance.now() + needs.timeoutMs;
  for (;;) {
    const timeoutMs = Math.max(0, end - performance.now());
    const readiness = await focusWhenReady(element, { ...needs, timeoutMs });
    if (readiness.state !== 'ready') return readiness;
    const control = controlOf(element);
    if (!(control instanceof HTMLElement)) return { state: 'refused', problem: 'takes no text' };
    if (control instanceof HTMLInputElement) {
      const problem = whyNotReadable(control, text);
      if (problem !== undefined) return { state: 'refused', problem };
      if (hasParts(control)) {
        const refusal = setParts(control, text.trim());
        return refusal === undefined
          ? { state: 'filled' }
          : { state: 'not-taken', problem: refusal, mayRepeat: false };
      }
    }
    const thief = whatHasFocus(control);
    if (thief === undefined) return selectContent(control);
    const problem = `passes the focus on to ${describeElement(thief)}: fill that field, or use fill_or_type "key_press"`;
    if (performance.now() >= end) return { state: 'blocked', problem };
    await nextFrame();
  }
}

/**
 * Checks whether the field has accepted the text, which masks and editors may do slightly later.
 */
export async function endFill(element: Element, text: string, timeoutMs: number): Promise<Filling> {
  const fill = openFill;
  if (!fill) return { state: 'detached', problem: 'was replaced while the text was put in' };
  const { control, before } = fill;
  const end = performance.now() + timeoutMs;
  setReadDifferently(fill, text);
  await nextTask();
  // An editor may redraw content that has not changed.
  if (control.isContentEditable) await nextFrame();
  for (;;) {
    if (holds(control, text, before)) break;
    const problem = describeContent(control, text, before);
    if (!control.isConnected) return notKept(fill, problem);
    if (performance.now() >= end) return notTaken(fill, text, problem);
    await nextFrame();
  }
  if (!isKept(control, text, before)) {
    return notKept(fill, 'is replaced with an empty field when text is put in');
  }
  announceChange(control);
  return { state: 'filled' };
}

/** Does everything inside the document of the field, so that a secret cannot go to another one. */
export async function fillInside(element: Element, text: string, needs: Needs): Promise<Filling> {
  const begun = await beginFill(element, text, needs);
  const control = controlOf(element);
  if (begun.state !== 'selected' || !(control instanceof HTMLElement)) return begun;
  const isEmpty = text === '';
  const inputType = isEmpty ? 'deleteContentBackward' : 'insertText';
  const details = { inputType, data: text, bubbles: true, composed: true, cancelable: true };
  // Unlike typing, the command below does not ask the page first.
  if (control.dispatchEvent(new InputEvent('beforeinput', details))) {
    document.execCommand(isEmpty ? 'delete' : 'insertText', false, text);
  }
  return endFill(element, text, Math.min(needs.timeoutMs, 500));
}

function whatHasFocus(control: HTMLElement): Element | undefined {
  const owner = editingHostOf(control);
  const root = owner.getRootNode();
  if (document.designMode === 'on' || !('activeElement' in root)) return undefined;
  if (root.activeElement === owner) return undefined;
  return document.activeElement ?? document.body;
}

async function selectContent(control: HTMLElement): Promise<Filling> {
  const fill: OpenFill = { control, before: contentOf(control), widget: widgetOf(control) };
  openFill = fill;
  const noteInput = () => {
    fill.read = contentOf(control);
  };
  if (control instanceof HTMLInputElement) {
    control.addEventListener('input', noteInput, { capture: true, once: true });
    control.select();
  } else if (control instanceof HTMLTextAreaElement) {
    control.select();
  } else {
    if (control === editingHostOf(control)) document.execCommand('selectAll');
    else document.getSelection()?.selectAllChildren(control);
    // Editors track the selection through an event that fires with the next frame.
    await nextFrame();
  }
  return { state: 'selected' };
}

/**
 * Returns the content of a field. For an editor, returns what it shows, without uneditable parts
 * such as a hint.
 */
function contentOf(control: HTMLElement): string {
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    return control.value;
  }
  const texts: string[] = [];
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const isEdited = currentNode.parentElement?.isContentEditable === true;
    if (isEdited) texts.push(currentNode.textContent ?? '');
  }
  return texts.join('');
}

function holds(control: HTMLElement, text: string, before: string): boolean {
  const now = contentOf(control);
  if (!(control instanceof HTMLInputElement)) {
    if (control instanceof HTMLTextAreaElement) return holdsLines(text, now, before);
    return holdsEditedText(text, now);
  }
  if (control.type === 'password') return now === text;
  if (control.type === 'number') return isAccepted(control, text.trim());
  if (control.type === 'email' && isSameAddress(now, text)) return true;
  return holdsText(text, now, before) || isCompleted(control, text);
}

/** Whether the page has appended a selected suggestion to the text, which the next key replaces. */
function isCompleted(input: HTMLInputElement, text: string): boolean {
  const { value, selectionStart, selectionEnd } = input;
  const isSelected = selectionStart === text.length && selectionEnd === value.length;
  return text !== '' && isSelected && value.toLowerCase().startsWith(text.toLowerCase());
}

/** The browser writes the domain of an address in ASCII. */
function isSameAddress(now: string, text: string): boolean {
  const [local = '', domain = ''] = text.trim().split('@');
  return domain !== '' && now === `${local}@${URL.parse(`http://${domain}`)?.hostname ?? ''}`;
}

/** A field that was replaced after it accepted the text may have an empty successor. */
function isKept(control: HTMLElement, text: string, before: string): boolean {
  if (control.isConnected) return true;
  const successor = successorOf(control);
  return successor === undefined || holds(successor, text, before);
}

function successorOf(control: HTMLElement): HTMLElement | undefined {
  const { id, localName } = control;
  const name = control.getAttribute('name');
  return [...document.querySelectorAll<HTMLElement>(localName)].find(
    (other) => (id !== '' && other.id === id) || (name && other.getAttribute('name') === name),
  );
}

/**
 * The successor of the field may get the text, unless the page has used it, for example for a tag.
 */
function notKept({ control, widget }: OpenFill, problem: string): Filling {
  const around = changedWidgetText(widget, successorOf(control));
  if (around === undefined) return { state: 'detached', problem };
  const shown = `its widget shows ${JSON.stringify(around)}`;
  return { state: 'not-taken', problem, shown, mayRepeat: false };
}

/**
 * If the text was inserted next to the old content, a second try is possible: it selects and
 * replaces both.
 */
function notTaken(fill: OpenFill, text: string, problem: string): NotTaken {
  const { control, before, widget } = fill;
  const now = contentOf(control);
  const around = changedWidgetText(widget, undefined);
  const isInside = now === before || (text !== '' && now.replace(text, () => '') === before);
  const isHidden = control instanceof HTMLInputElement && control.type === 'password';
  const content = isHidden ? [] : [`it shows ${JSON.stringify(now.slice(0, 200))}`];
  const parts = around === undefined ? [] : [`its widget shows ${JSON.stringify(around)}`];
  const shown = [...content, ...parts].join(' and ');
  return { state: 'not-taken', problem, shown, mayRepeat: isInside && around === undefined };
}

function describeContent(control: HTMLElement, text: string, before: string): string {
  const now = contentOf(control);
  if ('maxLength' in control) {
    const limit = Number(control.maxLength);
    const isCut = limit >= 0 && text.length > limit && now.length <= limit;
    if (isCut) return `takes only part of the text: its maxlength is ${limit}`;
  }
  if (text === '') return 'is not empty after its content was deleted';
  if (now === '') return 'is empty after the text was put in: the page did not keep it';
  if (now === before) return 'still contains what it did before: the page does not accept the text';
  return 'contains something other than the text: the page changed or cut it';
}

/**
 * Sets the value directly: in some languages the browser does not read a point in a number as the
 * decimal point.
 */
function setReadDifferently({ control, read }: OpenFill, text: string): void {
  const isNumber = control instanceof HTMLInputElement && control.type === 'number';
  if (!isNumber || read === undefined || Number(read) === Number(text)) return;
  if (control.value !== read) return;
  writeValue(control, HTMLInputElement.prototype, text.trim());
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/**
 * Resolves after the page's pending work: its own promises and its framework's drawing. A timer
 * would be throttled in a hidden tab.
 */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const onMessage = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', onMessage, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
