import type { TargetNote } from '../notes.ts';
import { coversTyped } from './covered-text.ts';
import { describeTarget, idOf } from './describe-target.ts';
import { currentGesture, gestureElement } from './gestures.ts';
import { innermost, listen, onTrusted, report } from './report.ts';
import { isInput, isSecretField, markSecret, secretTextOf, whenHidden } from './secret-marks.ts';
import { markIfShown } from './shown-secrets.ts';
import {
  endBegun,
  endTyping,
  followTyping,
  openersOf,
  takeOpeners,
  typedInto,
  typingBegunOn,
} from './follow-typing.ts';
import { fieldOf, valueOf } from '../../page/in-page/text-field.ts';

const pickers = new Set(['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week']);
/** Shorter values occur in other names by chance. */
const SHORTEST_VALUE = 3;

/**
 * Fields as they were when the person last entered them: pages move labels during typing, and later
 * reuse a field for another row.
 */
const entered = new WeakMap<Element, TargetNote>();
/** The gesture that opened the file chooser of a field. */
const choosers = new WeakMap<Element, number>();
/** Fields that the person has changed since entering them. */
const changed = new WeakSet<Element>();

/** Fields whose text was reported. */
const written = new Set<HTMLElement>();

/** Reports the contents of fields, but never those of secret fields. */
export function followFields(): void {
  onTrusted('focusin', (event) => {
    const field = fieldOf(innermost(event));
    if (!field) return;
    const isWithin = event.relatedTarget instanceof Element && field.contains(event.relatedTarget);
    if (isWithin) return;
    changed.delete(field);
    endBegun(field);
    markIfShown(field);
    const isAgain = entered.delete(field);
    // Earlier text that the person typed into an editor must not become its name.
    const text = isAgain && field.isContentEditable && !isSecretField(field) ? valueOf(field) : '';
    entered.set(field, describeField(field, text));
    // All of a secret may have been typed before its field opens.
    if (takeOpeners(field) && isSecretField(field)) reportHidden(field);
  });
  followTyping((field) => reportText(field));
  // Some pages cover the text later.
  for (const name of ['keyup', 'focusout'] as const) {
    onTrusted(name, (event) => findCovered(innermost(event)));
  }
  whenHidden((field) => written.delete(field) && reportHidden(field));
  onTrusted('change', (event) => {
    const control = innermost(event);
    if (control instanceof HTMLSelectElement) reportSelection(control);
    if (control instanceof HTMLInputElement) reportControl(control);
  });
  // Also catches clicks made by scripts.
  listen('click', noteChooser);
}

/** Learns which fields hide their text by now, even if the person no longer acts. */
export function lookAtFields(): void {
  for (const field of written) {
    if (!field.isConnected) written.delete(field);
    else if (isSecretField(field)) reportCovered(field);
    else hideIfCovered(field);
  }
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  findCovered(active ?? undefined);
}

/** The description of a field at the time when the person entered it. */
export function enter(field: HTMLElement): TargetNote {
  // The page may fill in the field after the person has entered it.
  if (!changed.has(field)) markIfShown(field);
  const known = entered.get(field);
  if (known && !known.isSecret && isSecretField(field)) entered.delete(field);
  else if (known) return known;
  const target = describeField(field);
  entered.set(field, target);
  return target;
}

/** Prefers locators without the current value, which the text of the row may contain. */
function describeField(field: HTMLElement, text = ''): TargetNote {
  // The page may show elsewhere what is typed.
  if (isInput(field) && isSecretField(field)) return describeTarget(field, field.value.trim());
  const isPlain = text === '' && !isSecretField(field) && secretTextOf(field) === '';
  const value = isPlain ? valueOf(field).trim() : '';
  if (value.length < SHORTEST_VALUE) return describeTarget(field, text);
  const target = describeTarget(field, value);
  return target.candidates.some(({ count }) => count === 1) ? target : describeTarget(field);
}

/** Reports that a secret was typed into the field. */
export function reportSecret(field: HTMLElement, target: TargetNote): void {
  const begunOn = openersOf(field).map(idOf);
  report({ kind: 'secret', gesture: currentGesture(), target, begunOn });
}

/** Reports that what was typed into the field, or just before it opened, is a secret. */
function reportHidden(field: HTMLElement): void {
  report({ kind: 'hidden', target: enter(field), begunOn: openersOf(field).map(idOf) });
}

/** Learns that an element hides what is typed into it behind bullets, as a password field does. */
function findCovered(element: Element | undefined): void {
  const field = fieldOf(element);
  if (field && written.has(field)) hideIfCovered(field);
  if (!element || field || isPage(element) || isSecretField(element)) return;
  const text = (element.textContent ?? '').trim();
  if (!coversTyped(text, undefined)) return;
  markSecret(element);
  report({ kind: 'hidden', target: describeTarget(element, text) });
}

/** Its text is that of all its elements. */
function isPage(element: Element): boolean {
  return element === document.body || element === document.documentElement;
}

function hideIfCovered(field: HTMLElement): void {
  if (isSecretField(field) || !coversTyped(valueOf(field), typedInto(field))) return;
  markSecret(field);
  reportCovered(field);
}

function reportCovered(field: HTMLElement): void {
  endTyping(field);
  if (written.delete(field)) reportHidden(field);
}

function reportText(field: HTMLElement): void {
  hideIfCovered(field);
  const gesture = currentGesture();
  const target = enter(field);
  changed.add(field);
  if (target.isSecret) return reportSecret(field, target);
  written.add(field);
  const value = valueOf(field);
  const cell = typingBegunOn(field);
  if (cell) {
    const note = { kind: 'letters', gesture, text: value, isOnPage: false } as const;
    const described = describeTarget(cell, value);
    const label = described.label.includes(value) ? '' : described.label;
    return report({ ...note, target: { ...described, label } });
  }
  if (field instanceof HTMLInputElement && pickers.has(field.type)) {
    return report({ kind: 'set', gesture, target, value });
  }
  const typed = typedInto(field);
  const isWhole = typed === undefined || !isTakenAway(field, value, typed);
  report({
    kind: 'fill',
    gesture,
    target,
    value: isWhole ? value : typed,
    isTyped: typed !== undefined && (!isWhole || suggests(field)),
  });
}

/** Whether the page removes the typed text from the field, or turns it into something else. */
function isTakenAway(field: HTMLElement, value: string, typed: string): boolean {
  if (field.isContentEditable) return value !== typed;
  return typed.length > value.length && typed.endsWith(value);
}

/** A page that suggests values reacts to key events. */
function suggests(field: HTMLElement): boolean {
  const list = field.getAttribute('aria-autocomplete') ?? 'none';
  return field.getAttribute('role') === 'combobox' || list !== 'none';
}

function reportSelection(select: HTMLSelectElement): void {
  const labels = [...select.selectedOptions].map(({ label }) => label.trim());
  const target = describeTarget(select);
  report({ kind: 'select', gesture: currentGesture(), target, labels });
}

function reportControl(input: HTMLInputElement): void {
  const gesture = currentGesture();
  if (input.type === 'file') {
    const names = [...(input.files ?? [])].map(({ name }) => name);
    const opener = choosers.get(input) ?? gesture;
    report({ kind: 'upload', gesture: opener, target: describeTarget(input), names });
  }
  const isBox = input.type === 'checkbox' || input.type === 'radio';
  // A page may set other boxes on its own, as "select all" does.
  if (!isBox || !isActedOn(input)) return;
  const isSeen = input.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const { width } = input.getBoundingClientRect();
  if (!isSeen || width <= 1) return;
  report({ kind: 'check', gesture, target: describeTarget(input), isChecked: input.checked });
}

function isActedOn(input: HTMLInputElement): boolean {
  const element = gestureElement();
  if (!element) return false;
  const label = element.closest('label');
  return element === input || element.contains(input) || label?.control === input;
}

function noteChooser(event: Event): void {
  const element = innermost(event);
  if (element instanceof HTMLInputElement && element.type === 'file') {
    choosers.set(element, currentGesture());
  }
}
