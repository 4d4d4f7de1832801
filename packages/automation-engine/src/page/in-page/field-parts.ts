import { describeElement } from './element-facts.ts';
import { announceChange } from './announce-change.ts';

/**
 * Fields that are not a line of text: the browser edits a date part by part, and a colour in a
 * pop-up.
 */
export function hasParts(input: HTMLInputElement): boolean {
  return 'color date datetime-local month range time week'.split(' ').includes(input.type);
}

/**
 * Returns why such a field, or a number field, cannot parse the text. The problem never contains
 * the text: it may be a secret.
 */
export function whyNotReadable(input: HTMLInputElement, text: string): string | undefined {
  const format = formatOf(input);
  const wanted = text.trim();
  if (format === undefined) return undefined;
  const probe = input.ownerDocument.createElement('input');
  for (const name of ['type', 'min', 'max', 'step']) {
    const value = input.getAttribute(name);
    if (value !== null) probe.setAttribute(name, value);
  }
  probe.value = wanted;
  return isAccepted(probe, wanted)
    ? undefined
    : `is ${describeElement(input)}, which takes ${format}; the given text is something else`;
}

function formatOf(input: HTMLInputElement): string | undefined {
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
  return formats[input.type];
}

/** Returns why the field does not contain what it was set to. */
export function setParts(input: HTMLInputElement, wanted: string): string | undefined {
  writeValue(input, HTMLInputElement.prototype, wanted);
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  if (!isAccepted(input, wanted)) {
    return 'contains something other than the text: the page changed it';
  }
  announceChange(input);
  return undefined;
}

/**
 * Whether the field accepted the value. The browser replaces an unreadable one with an empty or a
 * nearby value.
 */
export function isAccepted(input: HTMLInputElement, wanted: string): boolean {
  if (input.value === wanted) return true;
  if (wanted === '' || input.value === '') return false;
  if (input.type === 'color') return input.value === wanted.toLowerCase();
  if (input.type === 'time' || input.type === 'datetime-local') {
    return input.value === wanted.replace(' ', 'T') || wanted.startsWith(`${input.value}:00`);
  }
  return Number(input.value) === Number(wanted);
}

/** Writes through the prototype: frameworks watch writes to the element's own property. */
export function writeValue(control: HTMLElement, prototype: object, value: string): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
}
