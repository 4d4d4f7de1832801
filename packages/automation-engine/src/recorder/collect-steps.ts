import { addPageEvent, type CurrentPage, EMPTY_PAGES } from './add-page-event.ts';
import { hideTyped } from './hide-typed.ts';
import { mergeNote } from './merge-note.ts';
import type { ActedNote, Note, TargetNote } from './notes.ts';
import type { NoteEvent, RecordedEvent } from './recorded-events.ts';
import { type AddStep, type Place, publicAddress, type Step } from './recorded-steps.ts';

const STRANGER =
  'What was done in a tab that was open before the recording is left out: begin the recording in it.';

const NO_ADDRESS =
  'The browser did not report the first address of a tab that the person opened, so a run lacks the tab: add a go_to_url step with new_tab.';

const BEGUN_LATE =
  'The recorder started in a new tab only after the person had acted in it, so steps may be missing: check what was recorded there.';

const TYPED_ELSEWHERE =
  'What was typed in another frame just before a secret was left out: it may be part of it.';

interface StartPages {
  /** The page that is shown. Default: the last of those that a replay begins with. */
  readonly first?: string;
  readonly others?: readonly string[];
}

/** Collects the steps of a recording from its events. */
export interface StepCollector {
  readonly steps: readonly Step[];
  /** What the script in a document could not report. */
  readonly faults: readonly string[];
  readonly add: (event: RecordedEvent) => void;
  readonly addFault: (message: string) => void;
  /** The last key, if it becomes a step only because the recording ends with it. */
  readonly leaving: () => readonly Step[];
  /** Ends the loop over rows, if one is open. */
  readonly endLoop: () => void;
  /** The locator of the rows of the open loop. */
  readonly openLoop: () => string | undefined;
}

/**
 * `pages`: those that a replay begins with, in the order in which they opened. `others`: those that
 * the browser shows besides when the recording begins.
 */
export function collectSteps(pages: readonly string[], start: StartPages = {}): StepCollector {
  const [steps, faults]: [Step[], string[]] = [[], []];
  const [open, current] = [[...pages], beginOn(start.first ?? pages.at(-1) ?? '')];
  const loop: { rows: string | undefined; frame: string } = { rows: undefined, frame: '' };
  const [add, leaving] = [createAddStep(steps), createLeaving(steps)];
  const addFault = (message: string): void => void faults.push(message);
  const isStranger = createStrangers(open, current, addFault);
  const hear = createHearing([...pages, ...(start.others ?? [])], current, addFault);
  const comeTo = ({ page, at }: Pick<Step, 'page' | 'at'>): void => {
    if (current.page === page || !open.includes(page)) return;
    add(page, { kind: 'switch', index: open.indexOf(page) }, { at });
    current.page = page;
  };
  const onNote = (event: NoteEvent): void => {
    const { note, frame } = event;
    hear(event);
    if (isSecret(note) && hideTyped(steps, event, note)) addFault(TYPED_ELSEWHERE);
    if (!isActed(note) || isStranger(event)) return;
    // If the person acts in the document, the key has not left the document.
    if (note.kind !== 'scroll' && current.leaving?.page === event.page) current.leaving = undefined;
    leaving.settle((step) => matters(step, event));
    comeTo(event);
    const isInLoop = loop.rows !== undefined && loop.frame === frame;
    if (note.kind === 'pointed' && note.mode === 'each') {
      if (!note.rows) return void faults.push('No rows like that one were found.');
      const { rows } = Object.assign(loop, { rows: `${frame}${note.rows.command}`, frame });
      return add(event.page, { kind: 'loop', rows }, placed(event, note, false));
    }
    const more = placed(event, note, isInLoop);
    if (note.kind === 'keys' && note.isLeaving) return leaving.add(event.page, note, more);
    mergeNote(steps, { note, more, page: event.page, add });
  };
  return {
    steps,
    faults,
    addFault,
    leaving: leaving.read,
    openLoop: () => loop.rows,
    endLoop() {
      if (loop.rows === undefined) return;
      leaving.settle();
      loop.rows = undefined;
      add(current.page, { kind: 'end-loop' });
    },
    add(event) {
      if (event.kind === 'note') return onNote(event);
      if (!isAside(event, current.page)) leaving.settle();
      addPageEvent(event, { open, current, steps, add, addFault, comeTo });
    },
  };
}

/** Returns a function for what a document reports besides acts. `before`: tabs open from the start. */
function createHearing(
  before: readonly string[],
  current: CurrentPage,
  addFault: (message: string) => void,
) {
  const reported = new Set(before);
  return ({ note, page, at }: NoteEvent): void => {
    if (note.kind === 'fault') addFault(note.message);
    if (note.kind === 'left') current.left.set(page, { isByPage: note.isByPage });
    if (note.kind === 'history') current.leaving = { page, at };
    if (note.kind !== 'hello' || !note.isLate) return;
    if (!reported.has(page)) addFault(BEGUN_LATE);
    reported.add(page);
  };
}

function beginOn(page: string): CurrentPage {
  const sets = { empty: new Set<string>(), opened: new Set<string>(), fresh: new Set<string>() };
  return { page, ...sets, left: new Map(), answered: undefined, leaving: undefined };
}

/**
 * Returns whether an act has no place in a replay: in a page that the replay lacks, whose first act
 * is reported as a fault, or in a new tab that shows nothing yet.
 */
function createStrangers(
  open: string[],
  { empty }: CurrentPage,
  addFault: (message: string) => void,
): (event: NoteEvent) => boolean {
  const strangers = new Set<string>();
  return ({ page, url }) => {
    if (empty.has(page) && EMPTY_PAGES.test(url)) return true;
    if (empty.delete(page)) {
      open.push(page);
      addFault(NO_ADDRESS);
    }
    if (open.includes(page)) return false;
    if (!strangers.has(page)) addFault(STRANGER);
    strangers.add(page);
    return true;
  };
}

function isActed(note: Note): note is ActedNote {
  return 'gesture' in note;
}

function isSecret(note: Note): note is Extract<Note, { readonly kind: 'hidden' | 'secret' }> {
  return note.kind === 'secret' || note.kind === 'hidden';
}

function createAddStep(steps: Step[]): AddStep {
  return (page, act, more = {}) => {
    const plain = { page, pageUrl: '', gesture: '', element: '', hasNewTab: false };
    steps.push({ ...plain, hasDownload: false, ...more, act, at: more.at ?? Date.now() });
  };
}

/** Holds back the last key until it is known whether the next note already has its effect. */
function createLeaving(steps: Step[]) {
  const kept: Step[] = [];
  return {
    add: createAddStep(kept),
    read: (): readonly Step[] => kept,
    settle(isKept: (step: Step) => boolean = () => true): void {
      steps.push(...kept.splice(0).filter(isKept));
    },
  };
}

/** Whether a page changed only its address, or navigated in the background; neither adds a step. */
function isAside(event: Exclude<RecordedEvent, NoteEvent>, current: string): boolean {
  if (event.kind !== 'navigated' || event.way !== 'other') return false;
  return event.entries === 0 || event.page !== current;
}

/** Whether a key that left a field has an effect that the next note does not include. */
function matters(
  { act, element, page }: Step,
  { note, document, page: nextPage }: NoteEvent,
): boolean {
  // What is done in another tab does not take the focus from any field.
  if (page !== nextPage) return true;
  // Neither pointing nor scrolling moves the focus.
  if (note.kind === 'pointed' || note.kind === 'scroll') return true;
  const isEnter = act.kind === 'keys' && act.keys.includes('Enter');
  return isEnter && !(isActed(note) && `${document}#${note.target.id}` === element);
}

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
