import type { ActedNote } from './notes.ts';
import type { Act, ActOf, AddStep, Step } from './recorded-steps.ts';

interface Merging {
  readonly note: ActedNote;
  readonly more: Partial<Step>;
  readonly page: string;
  readonly add: AddStep;
}

/** Adds the step, or merges it into the previous one. */
export function mergeNote(steps: Step[], { note, more, page, add }: Merging): void {
  const last = steps.at(-1);
  const isSame = last !== undefined && last.element === more.element;
  const isCaused = last !== undefined && last.gesture === more.gesture;
  if (last && isSame && presses(note, 'Enter') && isTyping(last.act)) {
    last.act = { ...last.act, hasEnter: true };
    return;
  }
  const letters = isSame ? joinLetters(last.act, note) : undefined;
  if (last && letters) {
    last.act = letters;
    return;
  }
  if (note.kind === 'secret' && joinCode(steps, more)) return;
  const act = actOf(note, more);
  if (!act) return;
  // A slider gets its value before the button is released.
  if (isCaused && last && act.kind === 'click' && isValue(last.act)) return;
  const hasCleared = act.kind === 'fill' && isCleared(steps, more);
  const dropped = dropReplaced(steps, act, more);
  if (act.kind === 'fill') return add(page, { ...act, hasCleared }, more);
  if (act.kind !== 'click') return add(page, act, more);
  // The first of two clicks may have changed the text of the element.
  const { place = more.place, hovered = more.hovered } = dropped ?? {};
  add(
    page,
    { ...act, isDouble: act.isDouble && dropped !== undefined },
    { ...more, place, hovered },
  );
}

/** Joins one character of a one-time code with those typed into the boxes before it. */
function joinCode(steps: Step[], { place, element }: Partial<Step>): boolean {
  const last = steps.findLast((step) => step.element !== element || step.act.kind !== 'click');
  const isCode = place?.target.isCode && last?.place?.target.isCode;
  if (!isCode || last.act.kind !== 'secret' || last.act.hasEnter) return false;
  steps.splice(steps.indexOf(last) + 1);
  if (last.element !== element) last.act = { ...last.act, isSpread: true };
  return true;
}

/** Whether the person emptied the field. Typing alone does not empty it. */
function isCleared(steps: readonly Step[], { element }: Partial<Step>): boolean {
  const last = steps.findLast((step) => step.element === element && step.act.kind === 'fill');
  return last?.act.kind === 'fill' && (last.act.value === '' || last.act.hasCleared === true);
}

/**
 * Removes the preceding steps that the act replaces, but at most one click, which becomes part of a
 * double click. Returns the first of these steps.
 */
function dropReplaced(
  steps: Step[],
  act: Act,
  { element, gesture }: Partial<Step>,
): Step | undefined {
  for (let dropped: Step | undefined; ; dropped = steps.pop()) {
    if (dropped && act.kind === 'click') return dropped;
    const last = steps.at(-1);
    const isCaused = last?.gesture === gesture;
    const isRelated = isCaused || last?.element === element;
    if (!last || !isRelated || !isReplaced(last.act, act, isCaused)) return dropped;
  }
}

/** Whether the act sets the value of a control. */
function isValue({ kind }: Act): boolean {
  return ['check', 'fill', 'select', 'set', 'upload'].includes(kind);
}

function presses(note: ActedNote, key: string): boolean {
  return note.kind === 'keys' && note.keys.length === 1 && note.keys[0] === key;
}

/** Joins a letter with those typed before it. */
function joinLetters(earlier: Act, note: ActedNote): ActOf<'letters'> | undefined {
  const [before, letter] = [letterOf(earlier), letterOf(note)];
  if (before === undefined || letter === undefined || note.kind !== 'keys') return undefined;
  return { kind: 'letters', text: before + letter, isOnPage: note.isOnPage };
}

function letterOf(act: Act | ActedNote): string | undefined {
  if (act.kind === 'letters') return act.text;
  if (act.kind !== 'keys' || act.keys.length !== 1) return undefined;
  const [key = ''] = act.keys;
  return key === 'space' ? ' ' : /^.$/u.test(key) ? key : undefined;
}

/** Whether the keys only select text that is then typed over. */
function isSelection({ keys }: ActOf<'keys'>): boolean {
  return keys[0] === 'Control' && ['a', 'End', 'Home'].includes(keys[1] ?? '');
}

function isTyping(act: Act): act is Extract<Act, { readonly kind: 'fill' | 'secret' }> {
  return (act.kind === 'fill' || act.kind === 'secret') && !act.hasEnter;
}

/** Whether the later act, on the same element or of the same gesture, replaces the earlier one. */
function isReplaced(earlier: Act, later: Act, isCaused: boolean): boolean {
  // Enter has submitted the earlier text.
  if ('hasEnter' in earlier && earlier.hasEnter) return false;
  if (earlier.kind === later.kind) {
    const isAgain = ['fill', 'letters', 'secret', 'select', 'set'].includes(later.kind);
    const isFurther = later.kind === 'scroll' && isScrolling(earlier, later.scrolling);
    const isDouble = later.kind === 'click' && later.isDouble && earlier.kind === 'click';
    return isAgain || isFurther || (isDouble && !earlier.isDouble);
  }
  const isClick = earlier.kind === 'click' && earlier.button === 'left';
  if (earlier.kind === 'keys' && later.kind === 'fill' && isSelection(earlier)) return true;
  if (isClick && ['fill', 'secret', 'set'].includes(later.kind)) return true;
  // The first key has opened the field; it may be the first character of a secret.
  const isOpening = earlier.kind === 'keys' && ['letters', 'secret'].includes(later.kind);
  return isCaused && (isOpening || (isValue(later) && (isClick || earlier.kind === 'keys')));
}

function isScrolling(act: Act, scrolling: number): boolean {
  return act.kind === 'scroll' && act.scrolling === scrolling;
}

function actOf(note: ActedNote, { place }: Partial<Step>): Act | undefined {
  if (note.kind === 'click') {
    const { button, isDouble, modifiers, position } = note;
    return { kind: 'click', button, isDouble, modifiers, position };
  }
  if (note.kind === 'drag') {
    const { position, offset, onto } = note;
    const at = onto && place ? { ...place, target: onto.target } : undefined;
    const end = onto && at ? { place: at, position: onto.position } : undefined;
    return { kind: 'drag', position, offset, onto: end };
  }
  if (note.kind === 'pointed') {
    return note.mode === 'each' ? undefined : { kind: note.mode, pointed: note };
  }
  if (note.kind === 'fill' || note.kind === 'secret') return { ...note, hasEnter: false };
  const letter = letterOf(note);
  // Not a key of every keyboard.
  if (note.kind === 'keys' && letter !== undefined && /[^ -~]/.test(letter)) {
    return { kind: 'letters', text: letter, isOnPage: note.isOnPage };
  }
  return note;
}
