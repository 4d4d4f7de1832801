import { innermost, onTrusted } from './report.ts';
import { isSecretField } from './secret-marks.ts';
import { fieldOf, valueOf } from '../../page/in-page/text-field.ts';

interface Typing {
  /** Number of button presses before the typing. */
  readonly press: number;
  /**
   * The keys so far. Undefined if the field was not empty, or its text was entered in another way.
   */
  typed: string | undefined;
}

const modifiers = new Set(['Alt', 'AltGraph', 'CapsLock', 'Control', 'Meta', 'NumLock', 'Shift']);
/** Input types that the preceding key events already reported. */
const keyInputs = new Set([
  'deleteContentBackward',
  'insertLineBreak',
  'insertParagraph',
  'insertText',
]);

let presses = 0;
let inputs = 0;
const typings = new WeakMap<Element, Typing>();
/** The last key, if it was typed outside a field. */
let outside: { readonly element: Element; readonly key: string } | undefined;
/** By field: the element that received the first key, which opened or focused the field. */
const begunOn = new WeakMap<Element, Element>();
/** Elements that received the characters that were typed outside fields last. */
const openers = new Set<Element>();
/** By field: the elements that received characters just before it. */
const openedBy = new WeakMap<Element, readonly Element[]>();
/** The field that has not received the last key yet, with its previous content. */
let waiting: { readonly field: HTMLElement; readonly value: string } | undefined;

/** Calls `onText` when a person has changed a field, even if the page writes the text itself. */
export function followTyping(onText: (field: HTMLElement) => void): void {
  onTrusted('pointerdown', () => {
    presses += 1;
    openers.clear();
  });
  onTrusted('keydown', (event) => {
    const element = innermost(event);
    const field = fieldOf(element);
    outside = element && !field ? { element, key: event.key } : undefined;
    if (field) takeOpeners(field);
    else if (element) followOpener(element, event.key);
    const isWanted = field !== undefined && !modifiers.has(event.key) && !isSecretField(field);
    const isText = isWanted && changesText(event);
    waiting = isText ? { field, value: valueOf(field) } : undefined;
    if (!isWanted) return;
    // If the page has moved the text out of the field, Backspace makes it move the last part back.
    if (event.key === 'Backspace' && valueOf(field) === '') typings.delete(field);
    noteKey(field, changeBy(event));
  });
  onTrusted('beforeinput', (event) => {
    const field = fieldOf(innermost(event));
    const isKey = keyInputs.has(event.inputType);
    if (field && !isKey && !isSecretField(field)) noteKey(field, () => undefined);
  });
  onTrusted('input', (event) => {
    inputs += 1;
    waiting = undefined;
    const field = fieldOf(innermost(event));
    if (field) takeOpeners(field);
    if (field && outside && !isSecretField(field) && valueOf(field) === outside.key) {
      begunOn.set(field, outside.element);
    }
    outside = undefined;
    // Formatting, such as bold text, comes from a button or a shortcut.
    const isFormat = event instanceof InputEvent && event.inputType.startsWith('format');
    if (field && !isFormat) onText(field);
  });
  // The page has given the key to a field of another document.
  onTrusted('focusout', () => {
    if (waiting && valueOf(waiting.field) === waiting.value) typings.delete(waiting.field);
  });
  // Masks and some editors prevent the input, and write the text themselves.
  onTrusted('keyup', () => {
    if (waiting && valueOf(waiting.field) !== waiting.value) onText(waiting.field);
    waiting = undefined;
  });
}

/** How often the browser has changed the text of a field so far. */
export function countInputs(): number {
  return inputs;
}

/** The keys typed into a field that was empty at first. */
export function typedInto(field: HTMLElement): string | undefined {
  return typings.get(field)?.typed;
}

/** The element that had the focus at the first key, if the key then went into the field. */
export function typingBegunOn(field: HTMLElement): Element | undefined {
  return begunOn.get(field);
}

/** The elements that may have received the first characters of the text of the field. */
export function openersOf(field: HTMLElement): readonly Element[] {
  return openedBy.get(field) ?? [];
}

function followOpener(element: Element, key: string): void {
  if (['Enter', 'Escape', 'Tab'].includes(key)) openers.clear();
  if (key.length === 1) openers.add(element);
}

/** Notes that the field has taken the focus from such elements. Returns whether it did. */
export function takeOpeners(field: HTMLElement): boolean {
  if (openers.size === 0) return false;
  openedBy.set(field, [...openers]);
  openers.clear();
  return true;
}

/** Starts over with the next key: the text so far was submitted. */
export function endTyping(field: HTMLElement): void {
  typings.delete(field);
  endBegun(field);
}

/** The person enters the field: what they type from now on is typed in it. */
export function endBegun(field: HTMLElement): void {
  begunOn.delete(field);
  openedBy.delete(field);
}

function changesText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  const isShortcut = ctrlKey || altKey || metaKey;
  return !isShortcut && (key.length === 1 || key === 'Backspace' || key === 'Delete');
}

type Change = (typed: string) => string | undefined;

/** Applies a key to the keys before it. Undefined if the content can no longer be derived. */
function changeBy({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): Change {
  // An empty field has nothing to select.
  if (ctrlKey || altKey || metaKey) return (typed) => (typed === '' ? '' : undefined);
  if (key === 'Enter') return (typed) => `${typed}\n`;
  // Does not undo Enter: a single-line field has no line break.
  if (key === 'Backspace')
    return (typed) => (typed.endsWith('\n') ? undefined : typed.slice(0, -1));
  return (typed) => (key.length === 1 ? typed + key : undefined);
}

function noteKey(field: HTMLElement, change: Change): void {
  const known = typings.get(field);
  const isKnown = known?.press === presses && known.typed !== undefined;
  // The person may have cleared the field with the keyboard.
  const atFirst = valueOf(field).trim() === '' ? '' : undefined;
  const before = isKnown ? known.typed : atFirst;
  const typed = before === undefined ? undefined : change(before);
  typings.set(field, { press: presses, typed });
}
