import { checkedState } from './checked-state.ts';
import { controlOf, describeElement, whyNotVisible } from './element-facts.ts';
import { isAccepted, whyNotReadable } from './field-parts.ts';
import { matchOptions, type OptionText } from './match-options.ts';
import { readElementText } from './read-text.ts';
import { sliderLimits, sliderValue } from './slider-state.ts';
import { nextFrame } from './wait-until-ready.ts';

/** How to set the value of a control. */
export type ValueWay =
  | { readonly way: 'fill' }
  | { readonly way: 'select' }
  | { readonly way: 'slide' }
  /** With the arrow keys only, for a role="spinbutton" that is not a field. */
  | { readonly way: 'step'; readonly from: number }
  /** `position`: index of the radio button in its group; undefined: the control itself. */
  | { readonly way: 'check'; readonly isChecked: boolean; readonly position: number | undefined };

export type ControlWay =
  | ({ readonly state: 'control' } & ValueWay)
  | { readonly state: 'refused'; readonly problem: string }
  | { readonly state: 'detached' };

/** The element of the last `wayToSet`. */
let lastSet: Element | undefined;

/** Returns how to set this control to the value, or why that is impossible. */
export function wayToSet(element: Element, wanted: string): ControlWay {
  if (!element.isConnected) return { state: 'detached' };
  lastSet = element;
  const control = controlOf(element);
  const role = control.getAttribute('role') ?? '';
  const isInput = control instanceof HTMLInputElement;
  if ((isInput && control.type === 'range') || role === 'slider') {
    return { state: 'control', way: 'slide' };
  }
  if (control instanceof HTMLSelectElement) return { state: 'control', way: 'select' };
  const isRadio = (isInput && control.type === 'radio') || role === 'radio';
  if (isRadio || (!isText(control) && radiosOf(control).length > 0)) {
    const choice = wayToChoose(control, wanted);
    const isOnOrOff = isRadio && /^(?:true|false)$/i.test(wanted.trim());
    // A group may have an option named `true` or `false`.
    if (choice.state === 'control' || !isOnOrOff) return choice;
  }
  if (checkedState(control) !== undefined) return wayToCheck(control, wanted);
  if (isText(control)) return wayToFill(control, wanted);
  if (role === 'spinbutton') return wayToStep(control, wanted);
  return refuseControl(control);
}

function isText(control: Element): boolean {
  const untyped = 'button checkbox file hidden image radio reset submit'.split(' ');
  if (control instanceof HTMLInputElement) return !untyped.includes(control.type);
  const isEdited = control instanceof HTMLElement && control.isContentEditable;
  return control instanceof HTMLTextAreaElement || isEdited;
}

function wayToCheck(control: Element, wanted: string): ControlWay {
  const word = wanted.trim().toLowerCase();
  if (word === 'true' || word === 'false') {
    return { state: 'control', way: 'check', isChecked: word === 'true', position: undefined };
  }
  const problem = `is ${describeElement(control)}, which is on or off: specify true or false`;
  return { state: 'refused', problem };
}

function wayToChoose(control: Element, wanted: string): ControlWay {
  const options = radiosOf(control).map((radio) => radioText(radio));
  const { positions } = matchOptions(options, wanted);
  const [position] = positions;
  if (position !== undefined && positions.length === 1) {
    return { state: 'control', way: 'check', isChecked: true, position };
  }
  const texts = options.slice(0, 20).map(({ value, label }) => label.slice(0, 60) || value);
  const found = position === undefined ? 'no radio button' : 'several radio buttons';
  const problem = `has ${found} with this value or label; its radio buttons are ${JSON.stringify(texts)}`;
  return { state: 'refused', problem };
}

function wayToFill(control: Element, wanted: string): ControlWay {
  const isInput = control instanceof HTMLInputElement;
  const problem = isInput && wanted !== '' ? whyNotHeld(control, wanted) : undefined;
  if (problem !== undefined) return { state: 'refused', problem };
  return { state: 'control', way: 'fill' };
}

/**
 * Returns why the browser would consider the value invalid: outside `min` and `max`, off its
 * `step`, or in another format.
 */
function whyNotHeld(input: HTMLInputElement, wanted: string): string | undefined {
  const unreadable = whyNotReadable(input, wanted);
  if (unreadable !== undefined) return unreadable;
  const probe = input.ownerDocument.createElement('input');
  for (const name of ['type', 'min', 'max', 'step', 'value']) {
    const attribute = input.getAttribute(name);
    if (attribute !== null) probe.setAttribute(name, attribute);
  }
  probe.value = wanted.trim();
  const { rangeUnderflow, rangeOverflow, stepMismatch } = probe.validity;
  const is = `is ${describeElement(input)}, which takes`;
  if (rangeUnderflow) return `${is} nothing below ${input.min}`;
  if (rangeOverflow) return `${is} nothing above ${input.max}`;
  const steps = `only steps of ${input.step || '1'} from ${input.min || input.defaultValue || '0'}`;
  return stepMismatch ? `${is} ${steps}` : undefined;
}

function wayToStep(control: Element, wanted: string): ControlWay {
  const has = (name: string) => control.hasAttribute(`aria-value${name}`);
  const limits = sliderLimits(control);
  const min = has('min') ? limits.min : Number.NEGATIVE_INFINITY;
  const max = has('max') ? limits.max : Number.POSITIVE_INFINITY;
  const number = wanted.trim() === '' ? Number.NaN : Number(wanted);
  if (number >= min && number <= max) {
    return { state: 'control', way: 'step', from: sliderValue(control) };
  }
  const problem = `is ${describeElement(control)}, which takes a number from ${min} to ${max}`;
  return { state: 'refused', problem };
}

function refuseControl(control: Element): ControlWay {
  const isFile = control instanceof HTMLInputElement && control.type === 'file';
  const isList = ['combobox', 'listbox'].includes(control.getAttribute('role') ?? '');
  const other = isFile ? 'use upload_file' : 'use click_element';
  const wayOut = isList ? 'click the list open and click the option' : other;
  const problem = `is ${describeElement(control)}, which has no value that can be set: ${wayOut}`;
  return { state: 'refused', problem };
}

/** Returns the radio buttons of the group that the control belongs to, or is. */
function radiosOf(control: Element): Element[] {
  const isNative = control instanceof HTMLInputElement && control.type === 'radio';
  const root = control.getRootNode();
  if (isNative && control.name !== '' && 'querySelectorAll' in root) {
    const all = (root as ParentNode).querySelectorAll<HTMLInputElement>('input[type="radio"]');
    return [...all].filter(({ name, form }) => name === control.name && form === control.form);
  }
  const isOne = isNative || control.getAttribute('role') === 'radio';
  const group = isOne ? control.closest('[role="radiogroup"], fieldset') : control;
  const radios = group?.querySelectorAll('input[type="radio"], [role="radio"]') ?? [];
  return group ? [...radios] : [control];
}

function radioText(radio: Element): OptionText {
  const isNative = radio instanceof HTMLInputElement;
  const value = isNative ? radio.value : (radio.getAttribute('data-value') ?? '');
  const label = isNative ? (radio.labels?.[0]?.textContent ?? '') : (radio.textContent ?? '');
  const text = radio.getAttribute('aria-label') ?? label;
  return { value, label: text.replaceAll(/\s+/g, ' ').trim() };
}

/**
 * Returns what to click: the control, or its label if the control is too small to see, as styled
 * controls often are.
 */
export function clickedFor(element: Element, position: number | null): Element {
  const control = controlOf(element);
  const radio = position === null ? control : (radiosOf(control)[position] ?? control);
  const { width, height } = radio.getBoundingClientRect();
  const isDrawn = width > 4 && height > 4 && getComputedStyle(radio).opacity !== '0';
  if (isDrawn || !(radio instanceof HTMLInputElement)) return position === null ? element : radio;
  const label = [...(radio.labels ?? [])].find((each) => whyNotVisible(each) === undefined);
  return label ?? radio;
}

function shownValue(control: Element): string {
  const state = checkedState(control);
  if (state !== undefined) return state === 'mixed' ? state : String(state);
  const now = control.getAttribute('aria-valuenow');
  return isText(control) || now === null ? readElementText(control) : now;
}

/**
 * Returns what the control of the last `wayToSet` shows after the page has had time to change it
 * again. Undefined if the page has replaced it. The control is not looked up again: a keyword may
 * have matched its earlier text.
 */
export async function lookBack(
  wanted: string,
): Promise<{ readonly isTaken: boolean; readonly shown: string | undefined } | undefined> {
  await nextFrame();
  await nextFrame();
  const element = lastSet;
  if (!element?.isConnected) return undefined;
  const control = controlOf(element);
  const isHidden = control instanceof HTMLInputElement && control.type === 'password';
  const shown = isHidden ? undefined : shownValue(control).slice(0, 100);
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.selectedOptions].map(({ value, label }) => ({ value, label }));
    const label = chosen.map((option) => option.label.trim()).join(', ');
    return { isTaken: matchOptions(chosen, wanted).positions.length > 0, shown: label };
  }
  const types = 'color date datetime-local month number time week'.split(' ');
  const isExact = control instanceof HTMLInputElement && types.includes(control.type);
  return { isTaken: !isExact || isAccepted(control, wanted.trim()), shown };
}
