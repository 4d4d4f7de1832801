import type { Note, TargetNote } from './notes.ts';
import type { NoteEvent, RecordedEvent } from './recorded-events.ts';
import { type Act, type ActOf, type Place, publicAddress, type Step } from './recorded-steps.ts';

const PAGE_ACTS_WITHIN_MS = 10_000;
const DOWNLOAD_STARTS_WITHIN_MS = 60_000;
const DIALOG_CLOSES_WITHIN_MS = 600_000;
const PAGE_GOES_BACK_WITHIN_MS = 1_500;
const PAGE_CLOSES_WITHIN_MS = 3_000;

/** Collects the steps of a recording from what happened. */
export interface StepCollector {
  readonly steps: readonly Step[];
  /** What the script in a document could not report. */
  readonly faults: readonly string[];
  readonly add: (event: RecordedEvent) => void;
  readonly addFault: (message: string) => void;
  /** Ends the loop over rows, if one is open. */
  readonly endLoop: () => void;
  /** The locator of the rows of the open loop. */
  readonly openLoop: () => string | undefined;
}

/** `pages`: those that are open at the start, in the order of opening; the last one is current. */
export function collectSteps(pages: readonly string[]): StepCollector {
  const steps: Step[] = [];
  const faults: string[] = [];
  const open = [...pages];
  const current: Current = {
    page: open.at(-1) ?? '',
    newTab: undefined,
    opened: new Set(),
    fresh: new Set(),
  };
  const loop: { rows: string | undefined; frame: string } = { rows: undefined, frame: '' };
  const add = createAddStep(steps);
  const comeTo = ({ page, at }: { readonly page: string; readonly at: number }): void => {
    if (current.page === page || !open.includes(page)) return;
    add(page, { kind: 'switch', index: open.indexOf(page) }, { at });
    current.page = page;
  };
  const onNote = (event: NoteEvent): void => {
    const { note } = event;
    if (note.kind === 'fault') faults.push(note.message);
    if (note.kind === 'fault' || note.kind === 'hello') return;
    comeTo(event);
    const isInLoop = loop.rows !== undefined && loop.frame === event.frame;
    if (note.kind === 'pointed' && note.mode === 'each') {
      if (!note.rows) return void faults.push('No rows like that one were found.');
      loop.rows = `${event.frame}${note.rows.command}`;
      loop.frame = event.frame;
      return add(event.page, { kind: 'loop', rows: loop.rows }, placed(event, note, false));
    }
    mergeNote(steps, { note, more: placed(event, note, isInLoop), page: event.page, add });
  };
  return {
    steps,
    faults,
    addFault: (message) => void faults.push(message),
    openLoop: () => loop.rows,
    endLoop() {
      if (loop.rows === undefined) return;
      loop.rows = undefined;
      add(current.page, { kind: 'end-loop' });
    },
    add(event) {
      if (event.kind === 'note') onNote(event);
      else addPageEvent(event, { open, current, steps, add, comeTo });
    },
  };
}

interface Tabs {
  readonly open: string[];
  readonly current: Current;
  readonly steps: readonly Step[];
  readonly add: AddStep;
  readonly comeTo: (event: { readonly page: string; readonly at: number }) => void;
}

function addPageEvent(event: Exclude<RecordedEvent, NoteEvent>, tabs: Tabs): void {
  const { open, current, steps } = tabs;
  const last = steps.at(-1);
  const sinceMs = last ? event.at - last.at : Infinity;
  if (event.kind === 'dialog' && last && sinceMs < DIALOG_CLOSES_WITHIN_MS) {
    const { isAccepted, text } = event;
    last.dialog = { isAccepted, text };
  }
  if (event.kind === 'download') markDownload(steps, event.at);
  if (event.kind === 'page-opened') {
    open.push(event.page);
    if (!event.isByPage) current.newTab = event.page;
    else {
      if (last && sinceMs < PAGE_ACTS_WITHIN_MS) last.hasNewTab = true;
      current.page = event.page;
      current.opened.add(event.page);
      current.fresh.add(event.page);
    }
  }
  if (event.kind === 'page-closed') close(event, tabs);
  if (event.kind === 'navigated') navigate(event, tabs);
}

interface Current {
  page: string;
  /** A tab that the person opened and has not used yet. */
  newTab: string | undefined;
  /** Tabs that pages opened, and so can close. */
  readonly opened: Set<string>;
  /** Those of them that have not loaded their first document yet. */
  readonly fresh: Set<string>;
}

function createAddStep(steps: Step[]): AddStep {
  return (page, act, more = {}) => {
    const plain = { page, pageUrl: '', gesture: '', element: '', hasNewTab: false };
    steps.push({ ...plain, hasDownload: false, ...more, act, at: more.at ?? Date.now() });
  };
}

type AddStep = (page: string, act: Act, more?: Partial<Step>) => void;
type ActedNote = Exclude<Note, { readonly kind: 'hello' | 'fault' }>;

function placed(event: NoteEvent, note: ActedNote, isInLoop: boolean): Partial<Step> {
  const { frame, document, at, url } = event;
  const { target, gesture } = note;
  const placeOf = (one: TargetNote): Place => ({
    frame,
    target: one,
    isInRow: isInLoop && (one.inRow?.length ?? 0) > 0,
  });
  const place = placeOf(target);
  const hovered = note.hovered?.map(placeOf);
  const element = `${document}#${target.id}`;
  return {
    at,
    place,
    hovered,
    element,
    gesture: `${document}@${gesture}`,
    pageUrl: publicAddress(url),
  };
}

interface Merging {
  readonly note: ActedNote;
  readonly more: Partial<Step>;
  readonly page: string;
  readonly add: AddStep;
}

/** Adds the step, or merges it into the previous one. */
function mergeNote(steps: Step[], { note, more, page, add }: Merging): void {
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
  const act = actOf(note, more);
  if (!act) return;
  // A slider gets its value before the button is released.
  if (isCaused && last && act.kind === 'click' && isValue(last.act)) return;
  const dropped = dropReplaced(steps, act, more);
  if (act.kind !== 'click') return add(page, act, more);
  // The first of two clicks may have changed the text of the element.
  const { place = more.place, hovered = more.hovered } = dropped ?? {};
  add(
    page,
    { ...act, isDouble: act.isDouble && dropped !== undefined },
    { ...more, place, hovered },
  );
}

/** Removes the preceding steps that the act replaces. Returns the first of them. */
function dropReplaced(
  steps: Step[],
  act: Act,
  { element, gesture }: Partial<Step>,
): Step | undefined {
  for (let dropped: Step | undefined; ; dropped = steps.pop()) {
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
  return key === 'space' ? ' ' : key.length === 1 ? key : undefined;
}

/** Whether the keys only select the text that is typed over next. */
function isSelection({ keys }: ActOf<'keys'>): boolean {
  return keys[0] === 'Control' && ['a', 'End', 'Home'].includes(keys[1] ?? '');
}

function isTyping(act: Act): act is Extract<Act, { readonly kind: 'fill' | 'secret' }> {
  return (act.kind === 'fill' || act.kind === 'secret') && !act.hasEnter;
}

/** Whether the later act, on the same element or of the same gesture, replaces the earlier one. */
function isReplaced(earlier: Act, later: Act, isCaused: boolean): boolean {
  if (earlier.kind === later.kind) {
    const isAgain = ['fill', 'secret', 'scroll', 'select', 'set', 'upload'].includes(later.kind);
    const isDouble = later.kind === 'click' && later.isDouble && earlier.kind === 'click';
    return isAgain || (isDouble && !earlier.isDouble);
  }
  const isClick = earlier.kind === 'click' && earlier.button === 'left';
  if (earlier.kind === 'keys' && later.kind === 'fill' && isSelection(earlier)) return true;
  if (isClick && ['fill', 'secret', 'set'].includes(later.kind)) return true;
  return isCaused && isValue(later) && (isClick || earlier.kind === 'keys');
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
  if (note.kind === 'keys' && note.keys.join('+') === 'Alt+ArrowLeft') return { kind: 'back' };
  if (note.kind === 'fill' || note.kind === 'secret') return { ...note, hasEnter: false };
  return note;
}

/** The browser reports that a download began, but not which step caused it. */
function markDownload(steps: readonly Step[], at: number): void {
  const cause = steps.findLast(
    ({ act }) => act.kind === 'click' || act.kind === 'select' || act.kind === 'keys',
  );
  if (cause && at - cause.at < DOWNLOAD_STARTS_WITHIN_MS) cause.hasDownload = true;
}

function close(
  { page, at }: { readonly page: string; readonly at: number },
  { open, current, steps, add }: Tabs,
): void {
  const index = open.indexOf(page);
  if (index < 0) return;
  open.splice(index, 1);
  if (current.newTab === page) current.newTab = undefined;
  if (current.page !== page) return;
  const last = steps.at(-1);
  const isAnswer =
    last !== undefined && current.opened.has(page) && at - last.at < PAGE_CLOSES_WITHIN_MS;
  // A tab that only begins a download closes by itself.
  if (isAnswer && last.hasNewTab && last.hasDownload) last.hasNewTab = false;
  else if (!(isAnswer && last.page === page) && open.length > 0)
    add(page, { kind: 'close' }, { at });
  current.page = open.at(-1) ?? '';
}

function navigate(
  { page, url, way, at }: Extract<RecordedEvent, { readonly kind: 'navigated' }>,
  { current, comeTo, steps, add }: Tabs,
): void {
  const last = steps.at(-1);
  const isAnswer = last?.page === page && at - last.at < PAGE_GOES_BACK_WITHIN_MS;
  if (current.fresh.delete(page) || way === 'other' || (way === 'back' && isAnswer)) return;
  const isNewTab = current.newTab === page;
  if (isNewTab) {
    current.newTab = undefined;
    current.page = page;
  } else comeTo({ page, at });
  const more = { at, pageUrl: publicAddress(url) };
  if (way === 'back') add(page, { kind: 'back' }, more);
  else add(page, { kind: 'go', url, hasNewTab: isNewTab }, more);
}
