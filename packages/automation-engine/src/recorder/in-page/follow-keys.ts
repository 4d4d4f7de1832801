import { isBlindSpot } from './blind-spots.ts';
import { describeTarget } from './describe-target.ts';
import { enter, reportSecret } from './follow-fields.ts';
import { countInputs, endTyping } from './follow-typing.ts';
import { beginGesture } from './gestures.ts';
import { innermost, onTrusted, report } from './report.ts';
import { isSecretField } from './secret-marks.ts';
import { fieldOf, valueOf } from '../../page/in-page/text-field.ts';

const modifierKeys = new Set([
  'Alt',
  'AltGraph',
  'CapsLock',
  'Control',
  'Meta',
  'NumLock',
  'Shift',
]);
/** Shortcuts that edit text: the resulting text is reported instead. */
const edits = new Set([
  'a',
  'c',
  'v',
  'x',
  'y',
  'z',
  'ArrowLeft',
  'ArrowRight',
  'Backspace',
  'Delete',
  'End',
  'Home',
]);
/** Shortcuts of the browser itself. */
const browserKeys = new Set([
  '+',
  '-',
  '0',
  'd',
  'h',
  'j',
  'l',
  'n',
  'p',
  'r',
  't',
  'Tab',
  'u',
  'w',
]);
const browserFunctions = new Set(['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12']);
/** Shortcuts that go back and forward in the history. */
const historyKeys = new Set(['Alt+ArrowLeft', 'Alt+ArrowRight', 'BrowserBack', 'BrowserForward']);
/** Keys that mean something to a field besides editing its text. */
const fieldKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'PageDown', 'PageUp']);
/** Further keys that move a slider. If the browser moves it, its value is reported instead. */
const sliderKeys = new Set(['ArrowLeft', 'ArrowRight', 'End', 'Home']);

/** A page may remove sent text as late as in its next frame. */
const TAKES_WITHIN_MS = 100;

/** The key that was pressed last, if it was reported; its repeats are then reported too. */
let heldKey = '';

/**
 * Reports keys and shortcuts, except those that type or edit text and those that may be a secret.
 */
export function followKeys(): void {
  onTrusted('keydown', (event) => {
    decideNow();
    if (modifierKeys.has(event.key) || event.isComposing) return;
    const element = innermost(event) ?? document.body;
    const gesture = beginGesture(element);
    const field = fieldOf(element);
    const target = field && enter(field);
    if (field && target?.isSecret && isPrintable(event)) {
      // A page may manage the text of a secret field itself, so that no input event follows.
      return reportSecret(field, target);
    }
    const keys = [...heldBy(event), event.key === ' ' ? 'space' : event.key];
    const reportKeys = (isLeaving?: true): void => {
      if (field && event.key === 'Enter' && !isLeaving) endTyping(field);
      const acted = { gesture, target: target ?? describeTarget(element) };
      report({ kind: 'keys', ...acted, keys, isOnPage: isUnseen(element), isLeaving });
    };
    if (field && event.key === 'Tab' && keys.every((key) => ['Shift', 'Tab'].includes(key))) {
      return reportKeys(true);
    }
    if (historyKeys.has(keys.join('+'))) {
      decideLater(() => (event.defaultPrevented ? reportKeys() : report({ kind: 'history' })));
      return;
    }
    const isKey = isWanted(event, element, field);
    if (!event.repeat) heldKey = isKey ? event.key : '';
    // Holding Backspace until the text is gone removes no tags.
    else if (heldKey !== event.key) return;
    if (isKey) reportKeys();
    else if (field && keys.join('+') === 'Enter') decideEnter(event, field, reportKeys);
  });
  onTrusted('pointerdown', decideNow);
  onTrusted('pagehide', decideNow);
}

/** The pending decision that depends on how the page handles the last key. */
let undecided: (() => void) | undefined;

function decideNow(): void {
  undecided?.();
  undecided = undefined;
}

function decideLater(decide: () => void, afterMs = 0): void {
  undecided = decide;
  setTimeout(() => undecided === decide && decideNow(), afterMs);
}

/** Enter in a multi-line field is reported only if the page handles the key. */
function decideEnter(
  event: KeyboardEvent,
  field: HTMLElement,
  reportKeys: (isLeaving?: true) => void,
): void {
  if (field instanceof HTMLTextAreaElement) {
    // If the page handles the key, as cell editors do, no line break is added.
    return decideLater(() => event.defaultPrevented && reportKeys());
  }
  // The length of a secret is not reported.
  const lengthOf = (): number => field.textContent?.length ?? 0;
  const before = lengthOf();
  // In an editor, the page also handles the key for other reasons, such as a list.
  const inputs = countInputs();
  const decide = () => {
    if (event.defaultPrevented && lengthOf() < before) reportKeys();
    else if (countInputs() === inputs) reportKeys(true);
  };
  decideLater(decide, TAKES_WITHIN_MS);
}

/** Whether nobody can point at the element, so it must have focus for another reason. */
function isUnseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isPage = element === document.body || element === document.documentElement;
  return isPage || width < 2 || height < 2;
}

function isWanted(event: KeyboardEvent, element: Element, field: HTMLElement | undefined): boolean {
  const { key } = event;
  if (key === 'Dead' || key === 'Process' || key === 'Unidentified') return false;
  const isShortcut = event.ctrlKey || event.altKey || event.metaKey;
  if (isShortcut && browserKeys.has(key)) return false;
  if (browserFunctions.has(key) || (key === 'Tab' && !isShortcut)) return false;
  // The chosen option is reported instead.
  if (element instanceof HTMLSelectElement) return key === 'Escape';
  if (field && isShortcut) return !edits.has(key) || isSelection(event, field);
  // The key removes a tag that the field shows.
  if (field && key === 'Backspace') return !isSecretField(field) && valueOf(field) === '';
  if (field instanceof HTMLInputElement && field.type === 'range' && sliderKeys.has(key))
    return true;
  if (field) return fieldKeys.has(key) && !isText(event, field);
  if (isShortcut || key.length > 1) return true;
  // Somebody may type a password before the field has focus.
  const isPage = element === document.body || element === document.documentElement;
  return !isPage && !isBlindSpot(element);
}

/** Buttons and shortcuts of rich text editors act on the selection. */
function isSelection({ key, ctrlKey }: KeyboardEvent, field: HTMLElement): boolean {
  return field.isContentEditable && ctrlKey && ['a', 'End', 'Home'].includes(key);
}

/** Whether the key moves the caret or breaks the line in a multi-line field. */
function isText({ key, shiftKey }: KeyboardEvent, field: HTMLElement): boolean {
  if (field instanceof HTMLInputElement) return false;
  return key !== 'Escape' && !(key === 'Enter' && shiftKey);
}

function isPrintable({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !altKey && !metaKey;
}

function heldBy({ ctrlKey, altKey, metaKey, shiftKey, key }: KeyboardEvent): string[] {
  // A single character already shows whether Shift was held.
  const isShifted = shiftKey && (key.length > 1 || ctrlKey || altKey || metaKey);
  const held = { Control: ctrlKey, Alt: altKey, Meta: metaKey, Shift: isShifted };
  return Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
}
