import type { CDPSession, Page } from 'puppeteer';
import { targetId } from '../page/browser/frame-session.ts';
import { dismissCookieBanners } from '../page/cookie-banners/dismiss-cookie-banners.ts';
import { chooseFiles } from './choose-files.ts';
import { collectSteps, type StepCollector } from './collect-steps.ts';
import { type DocumentPlace, type FollowedDocuments, followDocuments } from './follow-documents.ts';
import { followPages } from './follow-pages.ts';
import type { Note, PointMode } from './notes.ts';
import type { RecordedEvent } from './recorded-events.ts';
import { LOGIN_LEFT_OUT, withoutLogin } from './recorded-steps.ts';
import { type Recording, writeRecording } from './write-recording.ts';

export interface RecorderOptions {
  /** Its browser context is recorded, with all pages that open in it. */
  readonly page: Page;
  /** Page to open first. Default: the one that is shown. */
  readonly url?: string | undefined;
  /**
   * Absolute paths of files that every file chooser receives, as if the person had chosen them. If
   * the list is empty, a chooser that opens is a fault. Default: the browser shows its own dialog.
   */
  readonly files?: readonly string[] | undefined;
  /**
   * Whether its other tabs are open when the nodes run, as in the middle of a run. Default: the
   * nodes run in a browser that shows only the page.
   */
  readonly hasTabs?: boolean | undefined;
  /**
   * Whether cookie banners are rejected, as when the nodes run: what a person clicks in a banner
   * could not be replayed. Default false, for pages in which a run already does so.
   */
  readonly rejectsCookies?: boolean | undefined;
  /** Called after each step; never awaited. */
  readonly onStep?: ((step: RecordedStep) => void) | undefined;
}

/** A step was added. It may still change, for example while text is typed. */
export interface RecordedStep {
  /** Number of steps so far. */
  readonly count: number;
  /** `fill`, `click` and so on, as in the report of the recording. */
  readonly kind: string;
}

/** Records what a person does. Disposing stops the recording in all documents. */
export interface Recorder extends AsyncDisposable {
  /** Sets what the next click means. Afterwards clicks are recorded again. */
  readonly pointAt: (mode: PointMode) => Promise<void>;
  /** Ends the loop that a click in the mode `each` started. */
  readonly endLoop: () => Promise<void>;
  /** What has been recorded so far, as an automation. */
  readonly read: () => Promise<Recording>;
}

/**
 * Starts recording. Only what a person does counts: events that the browser itself marks as
 * trusted, in every frame and every tab.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { page, url, files, hasTabs = false, onStep } = options;
  await using owned = new AsyncDisposableStack();
  const queue = createQueue((fault) => state.steps.addFault(fault));
  const collect = await collectorOf(page, hasTabs);
  const state: State = { steps: collect(), mode: 'record', choice: 0 };
  const documents = followDocuments({
    context: page.browserContext(),
    onNote(note, place) {
      // The frame's location is kept for its next notes.
      if (note.kind === 'entered') void Promise.allSettled([place.frame()]);
      else queue.put(async () => add(await placeNote(note, place)));
    },
  });
  const onFault = (message: string): void => state.steps.addFault(message);
  let hasStarted = false;
  const add = (event: RecordedEvent): void => {
    const before = state.steps.steps.length;
    addEvent(event, state, documents);
    const { steps } = state.steps;
    if (!hasStarted || steps.length === before) return;
    onStep?.({ count: steps.length, kind: steps.at(-1)?.act.kind ?? '' });
  };
  const put = putInto(queue, add);
  owned.defer(() => documents.end());
  const banners = options.rejectsCookies ? owned.use(dismissCookieBanners()) : undefined;
  const pageEvents = await followPages({
    page,
    async prepare(session, id) {
      const choosing = files && giveFiles(session, { page: id, files, put, onFault });
      await Promise.all([documents.prepare(session, id), choosing, banners?.prepareNew(session)]);
    },
    onEvent: put,
  });
  owned.use(pageEvents);
  if (url !== undefined) await page.goto(url, { waitUntil: 'load' });
  await queue.settle();
  // This navigation is the start of the recording, not a step.
  state.steps = collect();
  if (url !== undefined && withoutLogin(url) !== url) onFault(LOGIN_LEFT_OUT);
  hasStarted = true;
  const startUrl = withoutLogin(page.url());
  const resources = owned.move();
  return {
    ...createRecorder(startUrl, { documents, queue, state }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Put = (event: RecordedEvent | Promise<RecordedEvent | undefined>) => void;

interface GivenFiles {
  readonly page: string;
  readonly files: readonly string[];
  readonly put: Put;
  readonly onFault: (message: string) => void;
}

function giveFiles(session: CDPSession, { page, files, put, onFault }: GivenFiles): Promise<void> {
  const onDetached = (names: readonly string[]): void =>
    put({ kind: 'detached-upload', page, names, at: Date.now() });
  return chooseFiles(session, { paths: files, onFault, onDetached });
}

/** Returns the start of a recording of the page, and of its tabs if they are open in a replay. */
async function collectorOf(page: Page, hasTabs: boolean): Promise<() => StepCollector> {
  const first = targetId(page.target());
  const shown = await page.browserContext().pages();
  const others = shown.map((one) => targetId(one.target()));
  const pages = hasTabs ? others : [first];
  return () => collectSteps(pages, { first, others });
}

interface Running {
  readonly documents: FollowedDocuments;
  readonly queue: ReturnType<typeof createQueue>;
  readonly state: State;
}

function createRecorder(
  url: string,
  { documents, queue, state }: Running,
): Omit<Recorder, typeof Symbol.asyncDispose> {
  return {
    async pointAt(next) {
      state.mode = next;
      state.choice += 1;
      await documents.callAll('pointAt', state.mode, state.choice);
    },
    async endLoop() {
      await queue.settle();
      state.steps.endLoop();
      await documents.callAll('setLoop', '');
    },
    async read() {
      await documents.callAll('look');
      await queue.settle();
      const { steps, leaving, faults } = state.steps;
      return writeRecording({ url, steps: [...steps, ...leaving()], faults });
    },
  };
}

interface State {
  steps: StepCollector;
  mode: PointMode;
  /** How many modes have been chosen so far. */
  choice: number;
}

function addEvent(event: RecordedEvent, state: State, documents: FollowedDocuments): void {
  const { steps } = state;
  const rows = steps.openLoop();
  steps.add(event);
  const note = event.kind === 'note' ? event.note : undefined;
  const noted = note?.kind;
  // The person may have chosen the next mode before this click was reported.
  const isUsed = note?.kind === 'pointed' && note.choice === state.choice;
  if (isUsed) state.mode = 'record';
  // A new document knows neither the mode nor the loop.
  if (isUsed || noted === 'hello') void documents.callAll('pointAt', state.mode, state.choice);
  const opened = steps.openLoop();
  if (opened !== rows || noted === 'hello') void documents.callAll('setLoop', rowsWithin(opened));
}

/** The locator of the rows within the document that contains them. */
function rowsWithin(rows: string | undefined): string {
  return rows?.split('.content_frame.').at(-1) ?? '';
}

async function placeNote(note: Note, place: DocumentPlace): Promise<RecordedEvent> {
  const at = Date.now();
  const { page, document } = place;
  if (note.kind === 'hello' || note.kind === 'left') {
    return { kind: 'note', page, at, document, frame: '', url: '', note };
  }
  const { prefix, url } = await place.frame();
  return { kind: 'note', page, at, document, frame: prefix, url, note };
}

function putInto(queue: Running['queue'], add: (event: RecordedEvent) => void): Put {
  return (event) => {
    // It may reject before its turn comes.
    void Promise.allSettled([event]);
    queue.put(async () => {
      const known = await event;
      if (known) add(known);
    });
  };
}

/** Processes events one at a time, in the order in which they happened. */
function createQueue(onFault: (message: string) => void) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    put(act: () => Promise<void>): void {
      // A frame or page may disappear before it is inspected; the others still count.
      last = last.then(act).catch((error: unknown) => {
        onFault(error instanceof Error ? error.message : String(error));
      });
    },
    async settle(): Promise<void> {
      for (let seen: unknown; seen !== last;) {
        seen = last;
        await last;
      }
    },
  };
}
